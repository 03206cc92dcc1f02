-- The search form of a name, as `foldName` of domain/text.ts makes it: what two names are compared in, found by and sorted by.
create or replace function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(normalize(regexp_replace(replace(normalize(lower(normalize(translate(
      regexp_replace(name, '[\u0001-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      U&'\2018\2019\201A\201B\2032\02B9\02BC\00B4`\201C\201D\201E\201F\2033\00AB\00BB\2010\2011\2012\2013\2014\2015\2212',
      '''''''''''''''''''"""""""-------'), NFKC) collate public.natural_es), NFD), U&'n\0303', U&'\00F1'),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), NFC),
      '[ \t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ') $$;

-- Two roles whose names differed only in what cannot be seen would now be one: the later one is told apart by its number.
update role r set name = left(r.name, 50) || ' (' || r.id || ')'
 where exists (select 1 from role o where o.id < r.id and coalesce(o.vno_id, 0) = coalesce(r.vno_id, 0) and fold_name(o.name) = fold_name(r.name));

alter table role drop column search_name;
alter table contractor drop column search_name;
alter table vno drop column search_name;
alter table role add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
alter table contractor add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
alter table vno add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
create unique index role_name on role (coalesce(vno_id, 0), search_name);
create index role_order on role (search_name collate natural_es, id);
create index vno_order on vno (search_name collate natural_es, id) where deleted_at is null;
create index vno_external_order on vno ((external_id collate "C") collate natural_es, id) where deleted_at is null;
create index contractor_vno_order on contractor (vno_id, search_name collate natural_es, id);
create index contractor_order on contractor (search_name collate natural_es, id);

update technical_account a set search_name = fold_name(u.name) from app_user u
 where u.id = a.user_id and a.status <> 5 and a.search_name <> fold_name(u.name);
update vno_admin_account a set search_name = fold_name(u.name) from app_user u
 where u.id = a.user_id and a.status <> 5 and a.search_name <> fold_name(u.name);
update admin_account a set search_name = fold_name(u.name) from app_user u
 where u.id = a.user_id and a.status <> 5 and a.search_name <> fold_name(u.name);

drop index technical_account_vno;
drop index technical_account_vno_name;
drop index technical_account_vno_status;
drop index technical_account_vno_contractor;
drop index technical_account_name;
drop index technical_account_vno_code;
drop index vno_admin_account_vno_name;
drop index vno_admin_account_name;
create index technical_account_vno_name on technical_account (vno_id, search_name collate natural_es, id);
create index technical_account_vno_status on technical_account (vno_id, status, search_name collate natural_es, id);
create index technical_account_vno_contractor on technical_account (vno_id, contractor_id, search_name collate natural_es, id);
create index technical_account_name on technical_account (search_name collate natural_es, id);
create index technical_account_vno_code on technical_account (vno_id, (coalesce(employee_code, '') collate "C"), id);
create index technical_account_vno_code_order on technical_account (vno_id, ((coalesce(employee_code, '') collate "C") collate natural_es), id);
create index vno_admin_account_vno_name on vno_admin_account (vno_id, search_name collate natural_es, id);
create index vno_admin_account_name on vno_admin_account (search_name collate natural_es, id);
