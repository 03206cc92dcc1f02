/** Parts of pictures being uploaded. `$1` the owner, `$2` the hash of the whole. */

const ofPicture = `user_id = $1 and sha256 = decode($2, 'hex')`
/** If parts claim different sizes for one hash, the size with the most bytes counts. */
const largest = `(select whole from upload_part where ${ofPicture} group by whole order by sum(length) - whole desc, whole limit 1)`

/** `$3` bytes of the whole. Each part counts at least as much as its row weighs. */
export const heldParts = `select json_build_object(
    'received', (select coalesce(max(start + length), 0) from upload_part where ${ofPicture} and whole = $3),
    'weight', (select coalesce(sum(greatest(length, 8192)), 0) from upload_part where user_id = $1))::text`

/** `$4` offset, `$5` length. */
export const insertPart = `insert into upload_part (user_id, sha256, whole, start, length, bytes)
  values ($1, decode($2, 'hex'), $3, $4, $5, $6) on conflict do nothing returning start`

export const anyParts = `select 'true' from upload_part where ${ofPicture} limit 1`

/** `$3` offset. */
export const nextPart = `select json_build_object('whole', whole, 'bytes', encode(bytes, 'base64'))::text
  from upload_part where ${ofPicture} and whole = ${largest} and start = $3`

export const dropParts = `with gone as (delete from upload_part where ${ofPicture} returning 1) select count(*)::text from gone`
