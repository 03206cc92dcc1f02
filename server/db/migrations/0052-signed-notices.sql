-- Nothing is sent to an operator's systems unsigned: whoever has an address and no secret gets one that nobody knows. His systems
-- are told as before, and verify from when he writes one of his own.
insert into vno_secret (vno_id, webhook_secret)
  select id, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') from vno where contact ->> 'webhook_url' is not null
  on conflict (vno_id) do nothing;
update vno set contact = contact || '{"webhook_secret_set": true}' where contact ->> 'webhook_url' is not null;
