#!/bin/sh
# Starts Patroni with the passwords of the secret files and the name of the container.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /run/secrets/superuser-password)
PATRONI_REPLICATION_PASSWORD=$(cat /run/secrets/replication-password)
PATRONI_NAME=$(hostname)
PATRONI_RESTAPI_CONNECT_ADDRESS=$PATRONI_NAME:8008
PATRONI_POSTGRESQL_CONNECT_ADDRESS=$PATRONI_NAME:5432
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_NAME
export PATRONI_RESTAPI_CONNECT_ADDRESS PATRONI_POSTGRESQL_CONNECT_ADDRESS
exec patroni /etc/patroni.yml
