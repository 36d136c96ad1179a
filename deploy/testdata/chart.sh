# Installs the chart in the cluster of kubernetes.sh with the commands of docs/operate/install.md, and does to it what an operator
# does. Fails if something is not as that page says. Prints Markdown, a line for each thing that it saw. It runs in the root of the repository.
# CHART_WORK is a folder with the images, pause.tar and the folder image; CHART_HELM is the folder of helm, and CHART_PASSWORD is for
# the role of the database.
set -eEuo pipefail
work=$CHART_WORK
export PATH=$CHART_HELM:$PATH HELM_CACHE_HOME=$work/helm HELM_CONFIG_HOME=$work/helm HELM_DATA_HOME=$work/helm
exec 3>&1 4>&2 >>"$work/log/chart" 2>&1
failed() {
  set +x
  echo "It failed. The last lines of the log, and the pods:"
  tail -30 "$work/log/chart"
  kubectl get pods -o wide
  kubectl get events --sort-by .lastTimestamp | tail -20
  kubectl logs -l app.kubernetes.io/name=workplan --all-containers --tail 5
}
trap 'failed >&4 2>&1' ERR
saw() { echo "- $*" >&3; }
expect() { # expect WHAT IS WANTED
  [ "$2" = "$3" ] || { echo "$1 is $2 instead of $3"; false; }
}
until_it() { # until_it COMMAND…: two minutes at most
  for _ in $(seq 240); do
    "$@" && return
    sleep 0.5
  done
  echo "not within two minutes: $*"
  false
}
set -x

# A PostgreSQL outside of the cluster.
pg=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
install -d -o postgres -m 700 "$work/postgres"
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
(cd / && as_postgres "$pg/initdb" -D "$work/postgres" -A trust)
echo 'host workplan all 10.244.0.0/24 scram-sha-256' >>"$work/postgres/pg_hba.conf"
(cd / && exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$pg/postgres" -D "$work/postgres" -c listen_addresses=10.244.0.1 -c unix_socket_directories="$work/postgres") >"$work/log/postgres" 2>&1 &
until_it as_postgres psql -h "$work/postgres" -qc "CREATE ROLE workplan LOGIN PASSWORD '$CHART_PASSWORD'" -c "CREATE ROLE workplan_owner LOGIN PASSWORD '$CHART_PASSWORD'" postgres
as_postgres createdb -h "$work/postgres" -O workplan_owner workplan

images() { ctr --address /run/containerd/containerd.sock --namespace k8s.io images "$@"; }
images import "$work/pause.tar"
tar -C "$work/image" -c . | images import --base-name localhost/workplan --index-name localhost/workplan:1.2.3 -
images tag localhost/workplan:1.2.3 localhost/workplan:1.2.4
kubectl label namespace default pod-security.kubernetes.io/enforce=restricted

# The commands of the page, with another registry and this database.
sed -n '/^## Kubernetes/,/^## Several/p' docs/operate/install.md | awk '/^```text/ {inside = 1; next} /^```/ {inside = 0} inside' |
  sed -e '/^deploy\/image\/build/d' -e 's|registry.example.com/workplan|localhost/workplan|' \
    -e "s|PASSWORD@db:5432/workplan?sslmode=verify-full|$CHART_PASSWORD@10.244.0.1:5432/workplan?sslmode=disable|" >"$work/commands"
grep -q 'helm install' "$work/commands"
key=$(bash -eu "$work/commands" | tee -a "$work/log/chart" | grep -oE 'wpk_[0-9A-Za-z]+')
address=http://$(kubectl get service workplan -o 'jsonpath={.spec.clusterIP}')
me() { curl -sS --fail --max-time 10 "$@" -H "Authorization: Bearer $key" "$address/api/v1/me"; }
until_it me # kube-proxy sees the pods a moment after helm
before=$(me)
expect "the number of ready pods" "$(kubectl get deployment workplan -o 'jsonpath={.status.readyReplicas}')" 2
saw "The commands of \`docs/operate/install.md\`, with another image and database, gave two ready pods in a namespace with the Pod Security Standard" \
  "\`restricted\`, and a key. The key worked at the address of the service."
rights=$(as_postgres psql -h "$work/postgres" -qtAc "SELECT has_table_privilege('workplan', 'events', 'INSERT'), has_table_privilege('workplan', 'events', 'DELETE')" workplan)
expect "whether the role of the servers may insert and delete events" "$rights" "t|f"
expect "the pods' secrets" "$(kubectl get pods -l app.kubernetes.io/name=workplan -o jsonpath='{.items[0].spec.containers[0].volumeMounts[*].name}')" "database webhooks"
saw "The init containers migrated with the role that owns the database. The servers have no secret of that role, and theirs may not delete events."
kubectl port-forward service/workplan 8080:80 &
until_it curl -sS --fail -o /dev/null -H 'Accept: text/html' http://127.0.0.1:8080/
kill $!
saw "\`kubectl port-forward service/workplan 8080:80\` led to the web app."

pods() { kubectl get pods -l app.kubernetes.io/name=workplan "$@"; }
two_pods() { [ "$(pods -o name | wc -l)" = 2 ]; }
# during WHAT COMMAND… runs a command while four callers send requests, and sets lost to the number of those without 200.
during() {
  rm -f "$work/stop" "$work"/codes.*
  local callers=()
  for i in 1 2 3 4; do
    # Two callers open a connection for each request, and two keep theirs for 50.
    local urls=("$address/api/v1/me")
    if [ "$i" -gt 2 ]; then for _ in {2..50}; do urls+=("$address/api/v1/me"); done; fi
    (while [ ! -e "$work/stop" ]; do
      curl -s --max-time 10 -w '\n%{http_code}\n' -H "Authorization: Bearer $key" "${urls[@]}" | grep -E '^[0-9]{3}$' >>"$work/codes.$i" || true
      sleep 0.01
    done) 2>/dev/null &
    callers+=($!)
  done
  sleep 2
  local begin=$SECONDS
  "${@:2}"
  until_it two_pods # helm does not wait until the old ones have stopped
  local took=$((SECONDS - begin))
  sleep 2
  touch "$work/stop"
  wait "${callers[@]}"
  lost=$(cat "$work"/codes.* | grep -vxc 200 || true)
  saw "$1: $took s, $(cat "$work"/codes.* | wc -l) requests, $lost without 200."
}
all_served() { expect "the number of requests without 200" "$lost" 0; }
upgrade() { helm upgrade workplan deploy/helm/workplan --reuse-values "$@" --wait; }
upgrade --set-string env.RATE_LIMIT=0
during "\`helm upgrade\` to another tag" upgrade --set image.tag=1.2.4
all_served
expect "the image" "$(pods -o 'jsonpath={.items[*].spec.containers[*].image}' | tr ' ' '\n' | sort -u)" localhost/workplan:1.2.4
during "\`helm rollback\`" helm rollback workplan --wait
all_served
delete_pod() {
  kubectl delete pod "$(pods -o name | sed -n "1s|.*/||p")"
  kubectl rollout status deployment/workplan --timeout=2m
}
during "\`kubectl delete pod\`" delete_pod
all_served
expect "/me after all that" "$(me)" "$before"

upgrade --set shutdownDelaySeconds=0
until_it two_pods
delete_pods() { for _ in 1 2 3 4; do delete_pod; done; }
for _ in 1 2 3 4 5; do
  during "Its control, four times and with \`shutdownDelaySeconds=0\`" delete_pods
  [ "$lost" = 0 ] || break
  until_it two_pods
done
[ "$lost" -gt 0 ] # else the lines above prove nothing
upgrade --set shutdownDelaySeconds=5
until_it two_pods

# kill -9 of a server: the kubelet starts it again.
pkill -9 -o -f '^/workplan serve'
restarted() { kubectl get pods -o 'jsonpath={.items[*].status.containerStatuses[*].restartCount}' | grep -q 1; }
until_it restarted
kubectl wait --for=condition=Ready pod -l app.kubernetes.io/name=workplan --timeout=2m
saw "After \`kill -9\` of a server, the kubelet started it again, and it was ready."

# TLS from a secret, and a renewed certificate.
certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj "/CN=$1" -addext subjectAltName=DNS:workplan \
    -keyout "$work/$1.key" -out "$work/$1.crt"
}
certificate tls
kubectl create secret tls workplan-tls --cert="$work/tls.crt" --key="$work/tls.key"
upgrade --set tls.existingSecret=workplan-tls --set service.httpPort=443
over_tls() { curl -sS --fail --cacert "$work/$1.crt" --resolve "workplan:443:${address#http://}" -H "Authorization: Bearer $key" https://workplan/api/v1/me; }
until_it two_pods
until_it over_tls tls >/dev/null
expect "/me over TLS" "$(over_tls tls)" "$before"
certificate renewed
uids=$(pods -o 'jsonpath={.items[*].metadata.uid}')
begin=$SECONDS
kubectl create secret tls workplan-tls --cert="$work/renewed.crt" --key="$work/renewed.key" --dry-run=client -o yaml | kubectl apply -f -
served() { for _ in 1 2 3 4 5 6 7 8; do over_tls renewed >/dev/null || return 1; done; } # by both pods
until_it served
expect "the pods after the renewal" "$(pods -o 'jsonpath={.items[*].metadata.uid}')" "$uids"
saw "With \`tls.existingSecret\`, REST had TLS, and both pods served a renewed certificate $((SECONDS - begin)) s after the secret was changed, without a restart."

addresses=$(pods -o 'jsonpath={.items[*].status.podIP}')
for pod in $addresses; do
  curl -sS --fail "http://$pod:9091/metrics" | grep -x 'workplan_ready 1'
done
saw "Each pod had its metrics at port 9091."
helm uninstall workplan --wait
saw "\`helm uninstall\` removed everything but the secrets."
