-- A gate that cannot change its tables: docs/gate.md. Run it in the gate's database as a superuser.
-- gate_owner runs `foyer-gate migrate-store`. gate is the user of the gates.
revoke create on schema public from public;
grant usage, create on schema public to gate_owner;
grant usage on schema public to gate;
-- For the tables that are there, and for those of later versions.
grant select, insert, delete on all tables in schema public to gate;
alter default privileges for role gate_owner in schema public
  grant select, insert, delete on tables to gate;
alter role gate set statement_timeout = '3s';
