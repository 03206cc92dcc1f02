/**
 * `$1` the file, `$2` the operator or null for all, `$3` the person: a file with `kept_until` is only for its author. A paper
 * of the product that was drawn again is answered as it is now: an old link must not show a code that has been withdrawn since.
 */
export const fileById = `select json_build_object('name', f.name, 'mime', f.mime, 'event_id', f.event_id, 'uploaded', f.created_by is not null,
    'key', f.key, 'bytes', f.bytes, 'thumb_key', f.thumb_key, 'thumb_bytes', f.thumb_bytes)::text
  from file asked join file f on f.id = coalesce((select max(n.id) from file n
    where asked.created_by is null and n.created_by is null and n.event_id = asked.event_id and n.name = asked.name), asked.id)
  where asked.id = $1 and ($2::int is null or asked.vno_id = $2)
    and (asked.kept_until is null or (asked.kept_until > now() and asked.created_by = $3))`
