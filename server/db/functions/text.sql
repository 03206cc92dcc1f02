create or replace function epoch_ms(at timestamptz) returns bigint language sql immutable as $$ select (extract(epoch from at) * 1000)::bigint $$;

-- Search form of a name, the same as `foldName` in domain/text.ts: names are compared, found and sorted by it.
create or replace function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(normalize(regexp_replace(replace(normalize(lower(normalize(translate(
      regexp_replace(name, '[\u0001-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      U&'\2018\2019\201A\201B\2032\02B9\02BC\00B4`\201C\201D\201E\201F\2033\00AB\00BB\2010\2011\2012\2013\2014\2015\2212',
      '''''''''''''''''''"""""""-------'), NFKC) collate public.natural_es), NFD), U&'n\0303', U&'\00F1'),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), NFC),
      '[ \t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ') $$;

-- HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes.
create or replace function hmac_sha256(key bytea, message bytea) returns bytea language plpgsql immutable strict as $$
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

-- Wire format of an instant: UTC, milliseconds, Z. STABLE like to_char: declared IMMUTABLE it would never be inlined.
create or replace function wire_time(t timestamptz) returns text language sql stable parallel safe
  return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
