#!/bin/sh
# Runs a command of the server as root, with the settings and secrets of the unit: `foyer-server doctor`.
secrets=/etc/foyer/secrets
exec systemd-run --quiet --pipe --wait --collect \
  -p DynamicUser=yes -p EnvironmentFile=/etc/foyer/server.env \
  -p "LoadCredential=database_url:$secrets/server_database_url" \
  -p "LoadCredential=signing_key:$secrets/signing_key" \
  -p "LoadCredential=google_credentials:$secrets/google_credentials" \
  /bin/sh -c '
    export DATABASE_URL_FILE="$CREDENTIALS_DIRECTORY/database_url"
    export FOYER_SIGNING_KEY_FILE="$CREDENTIALS_DIRECTORY/signing_key"
    export GOOGLE_APPLICATION_CREDENTIALS="$CREDENTIALS_DIRECTORY/google_credentials"
    exec /usr/bin/node /opt/foyer/server/apps/server/dist/cli/foyer.js "$@"' foyer-server "$@"
