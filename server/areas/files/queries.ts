/** `$1` the file, `$2` the operator or null for all. */
export const fileById = `select json_build_object('name', name, 'mime', mime, 'event_id', event_id, 'uploaded', created_by is not null, 'key', key, 'bytes', bytes,
    'thumb_key', thumb_key, 'thumb_bytes', thumb_bytes)::text
  from file where id = $1 and ($2::int is null or vno_id = $2)`
