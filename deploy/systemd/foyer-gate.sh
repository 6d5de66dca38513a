#!/bin/sh
# Runs a command of the gate as root, with the settings and secrets of the unit: `foyer-gate keys list`.
exec systemd-run --quiet --pipe --wait --collect \
  -p DynamicUser=yes -p EnvironmentFile=/etc/foyer/gate.env \
  -p LoadCredential=database_url:/etc/foyer/secrets/gate_database_url \
  /bin/sh -c '
    export GATE_DATABASE_URL_FILE="$CREDENTIALS_DIRECTORY/database_url"
    exec /usr/bin/node /opt/foyer/gate/apps/gate/dist/main.js "$@"' foyer-gate "$@"
