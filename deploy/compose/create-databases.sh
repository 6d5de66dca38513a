#!/bin/sh
# Compose runs it once, when the volume of Postgres is new. Each part owns its database, so neither reads the other's.
set -eu
for part in server gate; do
  # The names in docs/operate.md and docs/gate.md.
  case $part in server) name=foyer ;; gate) name=gate ;; esac
  ${PSQL:-psql -U postgres} -v ON_ERROR_STOP=1 -d postgres \
    -v name="$name" -v password="$(cat "${SECRETS:-/run/secrets}/${part}_password")" <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke all on database :"name" from public;
SQL
done
