#!/bin/sh
# Runs before the deb or rpm is removed: stops the server. During an upgrade it goes on running.
set -e
case ${1:-} in
  upgrade | 1) exit 0 ;;
esac
if [ -d /run/systemd/system ]; then
  systemctl disable --now workplan.service
fi
