-- An address becomes a person's once the code that was sent to it has been entered.
create table email_change (
  user_id bigint primary key references app_user,
  email text collate "C" not null check (email = lower(email) and length(email) <= 254),
  -- scrypt of eight digits.
  code_hash text not null,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null
);
alter table email_change enable row level security;
alter table email_change force row level security;
create policy owner on email_change to current_user using (true) with check (true);
create policy own on email_change using (user_id = (select app_user_id()) or (select app_all()))
  with check (user_id = (select app_user_id()) or (select app_all()));
grant select, insert, update, delete on email_change to hilo_app;

-- One code for an address and each place that asks for one, so that a stranger who asks or guesses spoils nobody else's code.
alter table password_reset add column requester bytea not null default '';
-- Tries from other places than the one that asked: a person may go from one network to another in between.
alter table password_reset add column other_tries smallint not null default 0;
alter table password_reset drop constraint password_reset_pkey;
alter table password_reset add primary key (address_hash, requester);

-- What was sent to an address opens nothing once its person has another one, or is gone.
create function address_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_change where user_id = new.id;
  delete from password_reset where user_id = new.id;
  return null;
end $$;
create trigger address_moved after update of email on app_user for each row
  when (old.email is distinct from new.email) execute function address_moved();
