-- A sign-up by an operator's code begins with proving the address: until the link of the mail is used there is no person, no
-- account and no password.
create table signup_request (
  -- SHA-256 of the 256-bit token of the link; the token itself is never stored.
  token_hash bytea primary key,
  email text collate "C" not null check (email = lower(email) and length(email) <= 254),
  vno_id int not null references vno,
  account_type text collate "C" not null check (account_type in ('va', 'te')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index signup_request_expiry on signup_request (expires_at);
alter table signup_request enable row level security;
alter table signup_request force row level security;
create policy owner on signup_request to current_user using (true) with check (true);
-- Nobody is signed in yet while it is used.
create policy process on signup_request using ((select app_all())) with check ((select app_all()));
grant select, insert, update on signup_request to hilo_app;

-- Before, an account could wait for approval under an address that nobody had proved. Such claims end here, with everything that
-- was written down of them: their people ask again.
create temporary table unproved on commit drop as
  select a.user_id from (
    select user_id from vno_admin_account where status = 2 union select user_id from technical_account where status = 2) a
  join app_user u on u.id = a.user_id where u.email is null and u.password_hash is not null;
update session set revoked_at = coalesce(revoked_at, now()), id_token = null where user_id in (select user_id from unproved);
update vno_admin_account set status = 5, profile = '{}' where user_id in (select user_id from unproved);
update technical_account set status = 5, employee_code = null where user_id in (select user_id from unproved);
update app_user set name = 'Cuenta dada de baja', email = format('persona-%s@baja.invalid', id), tax_id = null, phone = null,
    picture_file_id = null, password_hash = null, version = version + 1, updated_at = now()
 where id in (select user_id from unproved);

drop trigger address_claimed on vno_admin_account;
drop trigger address_claimed on technical_account;
drop function address_claimed();
drop function waiting_claim(text);
