-- Grants of the schema, and the collation that columns and indexes use.

grant usage on schema public to hilo_app;
revoke create on schema public from public;
grant select on schema_migration to hilo_app;

-- Natural order of codes, labels and names: 2 before 10, ñ after n.
create collation natural_es (provider = icu, locale = 'es-u-kn-true');
