-- Pictures on their way in, part after part, until they are whole. Each person's own: several servers take them alike.
create table upload_part (
  user_id bigint not null references app_user on delete cascade,
  -- Of the whole, as the device says; judged when the picture is made.
  sha256 bytea not null check (length(sha256) = 32),
  -- Bytes of the whole.
  whole int not null check (whole > 0),
  -- Every part begins where the one before it ends.
  start int not null check (start >= 0),
  length int not null check (length > 0 and start + length <= whole),
  bytes bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, sha256, whole, start)
);
-- Pictures are packed already.
alter table upload_part alter column bytes set storage external;
create index upload_part_created on upload_part (created_at);
alter table upload_part enable row level security;
alter table upload_part force row level security;
create policy owner on upload_part to current_user using (true) with check (true);
create policy own on upload_part using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
grant select, insert, delete on upload_part to hilo_app;
