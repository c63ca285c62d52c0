-- Two roles of PostgreSQL for Payout Desk, made once in its empty database, as docs/deploy.md says:
--   PAYOUT_DESK_PASSWORD=… PAYOUT_DESK_ADMIN_PASSWORD=… psql -X -d payout_desk -v app=payout-desk -v admin=payout-desk-admin -f postgres-roles.sql
-- The server has the first one: it owns nothing. What it may do with each table `payout-desk-run migrate` grants, as the second one, which owns the
-- database and the tables: reading and writing rows, but of the audit log adding and reading alone. It needs a password only where it is not on this
-- machine, whose PostgreSQL knows it by the user of the operating system.
\set ON_ERROR_STOP on
\getenv password PAYOUT_DESK_ADMIN_PASSWORD
begin;
create role :"app" login nosuperuser nocreatedb nocreaterole;
\getenv app_password PAYOUT_DESK_PASSWORD
\if :{?app_password}
alter role :"app" password :'app_password';
\endif
create role :"admin" login nosuperuser nocreatedb nocreaterole password :'password';
-- A restore puts what was there into a schema of its own, which takes the owner of the database.
alter database :"DBNAME" owner to :"admin";
alter schema public owner to :"admin";
-- No schemas: tables of theirs could hide those of the app. In tables for a session alone a server makes its schema again, to compare.
revoke all on database :"DBNAME" from public;
revoke all on schema public from public;
grant connect, temporary on database :"DBNAME" to :"app";
grant usage on schema public to :"app";
commit;
