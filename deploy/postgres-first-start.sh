#!/bin/sh
# Run once by the image of PostgreSQL in compose.yaml, in its new database: makes the two users of Payout Desk.
set -eu
PAYOUT_DESK_PASSWORD=$(cat /run/secrets/database-password)
PAYOUT_DESK_ADMIN_PASSWORD=$(cat /run/secrets/database-admin-password)
export PAYOUT_DESK_PASSWORD PAYOUT_DESK_ADMIN_PASSWORD
psql -X -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v app=payout-desk -v admin=payout-desk-admin -f /postgres-roles.sql
