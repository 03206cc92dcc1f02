-- What a customer signs on the phone is kept as a picture: of the work, and of no box.
alter table picture add column signature boolean not null default false;

create or replace function cto_photos(box bigint)
  returns table (kind text, file_id bigint, taken_at timestamptz, mime text, name text, key text, bytes int)
  language sql stable security definer set search_path = public, pg_temp as $$
  (select 'label', f.id, coalesce(p.taken_at, p.received_at), f.mime, f.name, f.thumb_key, f.thumb_bytes
   from enrollment n
   join picture p on p.enrollment_id = n.id and p.vno_id = n.vno_id and p.label_kind = 2
   join file f on f.id = p.file_id and f.thumb_bytes <= 5500
   where n.cto_id = box and n.kind = 1 and n.verification_state = 'verificada' and (n.vno_id = (select app_vno()) or (select app_all()))
   order by n.created_at desc, n.id desc, p.id desc limit 1)
  union all
  (select 'box', f.id, coalesce(p.taken_at, p.received_at), f.mime, f.name, f.thumb_key, f.thumb_bytes
   from event e
   join picture p on p.event_id = e.id and p.vno_id = e.vno_id and p.step = 'final_report' and p.label_kind is null and p.flags = '{}'
     and not p.signature
   join file f on f.id = p.file_id and f.thumb_bytes <= 5500
   where e.cto_id = box and e.type = 1 and e.process_state in (5, 11) and (e.vno_id = (select app_vno()) or (select app_all()))
   order by e.created_at desc, e.id desc, p.id desc limit 1) $$;
