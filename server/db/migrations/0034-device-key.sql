-- What a shared telephone seals a person's unsent work with once he has signed out: his own, always the same, kept nowhere.
insert into secret (name, value) values ('device', json_build_object('key',
  encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')));

-- HMAC-SHA256 (RFC 2104) under a key of at most 64 bytes.
create function hmac_sha256(key bytea, message bytea) returns bytea language plpgsql immutable strict as $$
declare
  padded bytea := key || decode(repeat('00', 64 - length(key)), 'hex');
  inside bytea := padded;
  outside bytea := padded;
begin
  for i in 0..63 loop
    inside := set_byte(inside, i, get_byte(padded, i) # 54);
    outside := set_byte(outside, i, get_byte(padded, i) # 92);
  end loop;
  return sha256(outside || sha256(inside || message));
end $$;

-- HKDF-Expand (RFC 5869), one block of it, for the person of the scope: the secret itself leaves the database for nobody.
create function device_key() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select encode(hmac_sha256(decode(value ->> 'key', 'hex'), convert_to('hilo device ' || app_user_id(), 'UTF8') || '\x01'), 'base64')
  from secret where name = 'device' and app_user_id() is not null $$;
revoke all on function device_key() from public;
grant execute on function device_key() to hilo_app;
