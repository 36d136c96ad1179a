# Boots systemd as the first process of new namespaces, with an installed workplan.service and no other unit of this
# machine, and runs a script in it. Its exit code is that of the script.
#
#   unshare --pid --fork --mount --uts --ipc --cgroup sh systemd.sh PROGRAM UNIT SETTINGS SCRIPT LOG
#
# If PROGRAM is a deb, it is installed with dpkg, and the unit is that of the deb. This machine keeps nothing of it.
# SETTINGS is a folder like /etc/workplan. The service logs to LOG, because there is no journal.
set -eu
program=$1 unit=$2 settings=$3 script=$4 log=$5

mount --make-rprivate /
mount -t proc proc /proc
mount --bind /proc/sys /proc/sys
mount -o remount,bind,ro /proc/sys # systemd must not change the kernel of this machine
mount -t tmpfs -o mode=755 tmpfs /run
overlay() {
  mkdir -p "/run/overlay$1/new" "/run/overlay$1/work"
  mount -t overlay -o "lowerdir=$1,upperdir=/run/overlay$1/new,workdir=/run/overlay$1/work" overlay "$1"
}
overlay /etc
overlay /usr/bin
case $program in
*.deb)
  for changed in /usr/lib/systemd/system /usr/share/doc /var/lib/dpkg /var/log; do
    overlay $changed
  done
  dpkg --install "$program"
  test -s /etc/workplan/secret_key
  unit=/usr/lib/systemd/system/workplan.service
  rm -r /etc/workplan
  ;;
*) cp "$program" /usr/bin/workplan ;;
esac
cp -R "$settings" /etc/workplan
chmod -R go= /etc/workplan

units=/run/systemd/units-of-the-test
mkdir -p $units/workplan.service.d /run/systemd/system
cp "$unit" $units/workplan.service
printf '[Service]\nStandardOutput=append:%s\nStandardError=inherit\n' "$log" >$units/workplan.service.d/log.conf
for name in sysinit basic network-online shutdown multi-user; do
  printf '[Unit]\nDefaultDependencies=no\n' >$units/$name.target
done
cat >$units/script.service <<END
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
ExecStart=/bin/sh -eux $script
StandardOutput=append:$log.script
StandardError=inherit
ExecStopPost=+/bin/sh -c 'systemctl --force exit \$EXIT_STATUS'
TimeoutStartSec=5min
END
mount --make-rshared / # credentials are mounted for the service
export container=other SYSTEMD_UNIT_PATH=$units
exec /lib/systemd/systemd --system --unit=script.service --log-target=console --show-status=no
