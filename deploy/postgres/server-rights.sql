-- A server that cannot change its tables: docs/operate.md. Run it in the server's database as a superuser.
-- foyer_owner runs `foyer migrate-store`. foyer is the user of the servers.
revoke create on schema public from public;
grant usage, create on schema public to foyer_owner;
grant usage on schema public to foyer;
-- For the tables that are there, and for those of later versions.
grant select, insert, update, delete on all tables in schema public to foyer;
alter default privileges for role foyer_owner in schema public
  grant select, insert, update, delete on tables to foyer;
-- The servers set no limits when a pooler is between.
alter role foyer set statement_timeout = '10s';
alter role foyer set idle_in_transaction_session_timeout = '15s';
