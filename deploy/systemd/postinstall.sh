#!/bin/sh
# Runs after the deb or rpm is installed or upgraded: makes the folder of the settings and the key of
# the secrets of webhooks, and restarts a server that runs.
set -e
mkdir -p -m 700 /etc/workplan
if [ ! -s /etc/workplan/secret_key ]; then
  (umask 077 && head -c 32 /dev/urandom | base64 >/etc/workplan/secret_key)
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart workplan.service
fi
