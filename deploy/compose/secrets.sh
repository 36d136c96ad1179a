#!/bin/sh
# Makes the secrets of compose.yaml: the password of PostgreSQL, the addresses of the database for the role that
# owns it and for that of the servers, and the key of the secrets of webhooks. It keeps secrets that are there.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets # only the owner enters; the user of the containers reads the files
random() { head -c "$1" /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'; }
secret() { [ -s "secrets/$1" ] || { printf '%s' "$2" >"secrets/$1.new" && chmod 444 "secrets/$1.new" && mv "secrets/$1.new" "secrets/$1"; }; }
secret postgres_password "$(random 24)"
secret owner_url "postgres://workplan:$(cat secrets/postgres_password)@postgres:5432/workplan?sslmode=disable"
secret server_url "postgres://workplan_server:$(random 24)@postgres:5432/workplan?sslmode=disable"
secret secret_key "$(random 32)"
