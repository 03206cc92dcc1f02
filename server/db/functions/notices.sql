-- Logs a call of an operator's system. Definer rights: a failed call has no scope left to write in.
create or replace function log_api_call(request_id text, session bigint, vno_id int, call text, duration_ms int, http_status int,
    error text, payload jsonb, created_by json, kind int, event_id bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into api_request (request_id, api_key_id, vno_id, call, duration_ms, http_status, error, payload, created_by, kind, event_id)
  values ($1, (select k.id from api_key k where k.session_id = $2 order by k.id desc limit 1),
    coalesce($3, (select e.vno_id from event e where e.id = $11)), $4, $5, $6, $7, $8, $9, $10, $11) $$;

-- A template with its {{fields}} replaced from the payload; the text of a failure is {{error_text}}, lists are joined
-- with commas.
create or replace function notice_text(template text, payload jsonb) returns text language plpgsql stable as $$
declare
  field record;
  said text := template;
begin
  for field in
    select key, case jsonb_typeof(value) when 'array'
        then (select string_agg(one, ', ') from jsonb_array_elements_text(value) one) else value #>> '{}' end as value
      from jsonb_each(payload || jsonb_build_object('error_text', payload -> 'error' ->> 'text'))
     where position('{{' || key || '}}' in template) > 0
  loop
    said := replace(said, '{{' || field.key || '}}', replace(coalesce(field.value, ''), '{{', '{ {'));
  end loop;
  return btrim(regexp_replace(said, '\{\{\w+\}\}', '', 'g'));
end $$;

-- Writes a message. Definer rights: its author may neither read nor change it.
create or replace function queue_mail(vno_id int, recipient text, kind text, subject text, body text) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  insert into mail (vno_id, recipient, kind, subject, body) values ($1, $2, $3, $4, $5) returning id $$;
