# Starts Kubernetes on a network and in processes of its own, and runs a script in it. Its exit code is that of the script.
#
#   unshare --net --pid --fork --kill-child --mount --uts --ipc bash kubernetes.sh WORK PROGRAMS SCRIPT
#
# WORK is a folder for data and logs, PROGRAMS a folder with etcd and the programs of Kubernetes. The node is 10.244.0.1, and so is
# this machine for its pods. There is no DNS in the cluster, and nothing enforces a NetworkPolicy. SCRIPT imports all images, with
# `ctr --namespace k8s.io images import`, also localhost/pause:1, which holds the network of a pod.
set -euo pipefail
work=$1 programs=$2 script=$3
node=10.244.0.1

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs -o mode=755 tmpfs /run
ip link set lo up
ip link add kubernetes0 type bridge
ip address add $node/24 dev kubernetes0
ip link set kubernetes0 up
ip route add default dev kubernetes0 # Kubernetes asks for one; no packet leaves this network
echo 1 >/proc/sys/net/ipv4/ip_forward
hostname node

export PATH=$programs:$PATH KUBECONFIG=$work/kubeconfig
token=$(openssl rand -hex 16)
echo "$token,admin,admin,system:masters" >"$work/tokens"
openssl genrsa -out "$work/service-accounts.key" 2048 2>/dev/null
mkdir -p "$work/cni" "$work/log"
cat >"$KUBECONFIG" <<END
{apiVersion: v1, kind: Config, current-context: test,
 clusters: [{name: test, cluster: {server: "https://$node:6443", certificate-authority: $work/certificates/apiserver.crt}}],
 users: [{name: admin, user: {token: $token}}],
 contexts: [{name: test, context: {cluster: test, user: admin}}]}
END
cat >"$work/cni/10-bridge.conflist" <<END
{"cniVersion": "1.0.0", "name": "pods", "plugins": [
  {"type": "bridge", "bridge": "kubernetes0", "isGateway": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.244.0.0/24", "rangeStart": "10.244.0.10"}]], "dataDir": "$work/ipam"}}]}
END
cat >"$work/containerd.toml" <<END
version = 2
root = "$work/containerd"
state = "/run/containerd"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  restrict_oom_score_adj = true # for machines on which root may not lower it
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$work/cni"
END
# A changed secret reaches its pods within syncFrequency.
cat >"$work/kubelet.yaml" <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
failSwapOn: false
cgroupDriver: cgroupfs
syncFrequency: 5s
evictionHard: {memory.available: 100Mi}
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
END
start() { # start NAME PROGRAM FLAGS…
  "${@:2}" >"$work/log/$1" 2>&1 &
}
wait_for() { # wait_for WHAT COMMAND…
  for _ in $(seq 240); do
    "${@:2}" >/dev/null 2>&1 && return
    sleep 0.5
  done
  echo "$1: not within two minutes. The logs are in $work/log." >&2
  return 1
}
start etcd etcd --data-dir "$work/etcd" --unsafe-no-fsync
start apiserver kube-apiserver --etcd-servers http://127.0.0.1:2379 --advertise-address $node --cert-dir "$work/certificates" \
  --service-cluster-ip-range 10.96.0.0/24 --token-auth-file "$work/tokens" --authorization-mode RBAC \
  --service-account-issuer https://kubernetes.default.svc --service-account-signing-key-file "$work/service-accounts.key" \
  --service-account-key-file "$work/service-accounts.key" --kubelet-preferred-address-types InternalIP
wait_for "the API of Kubernetes" kubectl get --raw /readyz
start controllers kube-controller-manager --kubeconfig "$KUBECONFIG" --leader-elect=false \
  --service-account-private-key-file "$work/service-accounts.key" --root-ca-file "$work/certificates/apiserver.crt" --use-service-account-credentials
start scheduler kube-scheduler --kubeconfig "$KUBECONFIG" --leader-elect=false
start proxy kube-proxy --kubeconfig "$KUBECONFIG" --proxy-mode iptables --cluster-cidr 10.244.0.0/24 --hostname-override node \
  --conntrack-max-per-core 0 --conntrack-tcp-timeout-established 0 --conntrack-tcp-timeout-close-wait 0
start containerd containerd --config "$work/containerd.toml"
start kubelet kubelet --config "$work/kubelet.yaml" --kubeconfig "$KUBECONFIG" --root-dir "$work/kubelet" --cert-dir "$work/kubelet/pki" \
  --hostname-override node --node-ip $node
wait_for "the node" kubectl wait --for=condition=Ready node/node --timeout=1s
wait_for "the default service account" kubectl get serviceaccount default

bash -euo pipefail "$script"
