/** Parts of pictures on their way in. `$1` whose they are, `$2` the hash of the whole. */

const ofPicture = `user_id = $1 and sha256 = decode($2, 'hex')`
/** Of several sizes that were said of the same bytes, the one of which most is here. */
const largest = `(select whole from upload_part where ${ofPicture} group by whole order by sum(length) - whole desc, whole limit 1)`

/** `$3` bytes of the whole. Each part weighs at least what its row does. */
export const heldParts = `select json_build_object(
    'received', (select coalesce(max(start + length), 0) from upload_part where ${ofPicture} and whole = $3),
    'weight', (select coalesce(sum(greatest(length, 8192)), 0) from upload_part where user_id = $1))::text`

/** `$4` where it begins, `$5` how long it is. */
export const insertPart = `insert into upload_part (user_id, sha256, whole, start, length, bytes)
  values ($1, decode($2, 'hex'), $3, $4, $5, $6) on conflict do nothing returning start`

export const anyParts = `select 'true' from upload_part where ${ofPicture} limit 1`

/** `$3` where it begins. */
export const nextPart = `select json_build_object('whole', whole, 'bytes', encode(bytes, 'base64'))::text
  from upload_part where ${ofPicture} and whole = ${largest} and start = $3`

export const dropParts = `with gone as (delete from upload_part where ${ofPicture} returning 1) select count(*)::text from gone`
