#!/bin/sh
# Makes the passwords, the database URLs and the signing key in ./secrets, and keeps what exists.
set -eu
cd "$(dirname "$0")"
# Compose mounts the files as they are, and the containers' user must read them. The folder keeps others out.
mkdir -p secrets && chmod 700 secrets
umask 022

make() { [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"; }
make postgres_password "$(openssl rand -hex 24)"
for part in server gate; do
  # The names of the users and databases that create-databases.sh makes.
  case $part in server) name=foyer ;; gate) name=gate ;; esac
  make "${part}_password" "$(openssl rand -hex 24)"
  make "${part}_database_url" "postgres://${name}:$(cat "secrets/${part}_password")@postgres:5432/${name}"
done
make signing_key "$(openssl rand -base64 32)"
echo "Put the service account's key into $(pwd)/secrets/google_credentials, and back up secrets/signing_key."
