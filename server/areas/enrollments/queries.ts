/** Pictures of interventions. Operator and technician are null for unrestricted sessions. */

const record = `json_build_object('id', p.id, 'event_id', p.event_id,
  'event', (select json_build_object('id', v.id, 'code', v.code) from event v where v.id = p.event_id),
  'enrollment_id', p.enrollment_id,
  'enrollment', (select json_build_object('id', l.id, 'code', l.label_read) from enrollment l where l.id = p.enrollment_id),
  'step', p.step, 'label_kind', p.label_kind, 'file_id', p.file_id, 'sha256', encode(p.sha256, 'hex'),
  'phash', lpad(to_hex(p.phash), 16, '0'), 'mime', f.mime, 'bytes', f.bytes,
  'width', p.width, 'height', p.height, 'taken_at', wire_time(p.taken_at), 'received_at', wire_time(p.received_at),
  'clock_skew_ms', p.clock_skew_ms, 'position', p.position,
  'device_install_id', p.device_install_id, 'camera', p.camera, 'signature', p.signature, 'ocr', p.ocr,
  'power_dbm_read', p.power_dbm_read, 'bound', p.bound, 'flags', p.flags, 'created_at', wire_time(p.created_at))`

/**
 * `$1` the intervention, `$2` operator, `$3` technician, `$4` the step, `$5` the hash: owner, and whether it is stored
 * already.
 * `$6` the sender, `$7` and `$8` the quotas of operator and person: whether there is room.
 */
export const eventForPicture = `select json_build_object('vno_id', e.vno_id, 'code', e.code,
    'room', storage_room(e.vno_id, $6, $7, $8), 'known', exists (
    select 1 from picture p where p.event_id = e.id and p.vno_id = e.vno_id and p.step = $4 and p.sha256 = decode($5, 'hex')))::text
  from event e where e.id = $1 and ($2::int is null or e.vno_id = $2) and ($3::bigint is null or e.technical_id = $3)`

/** `$1` the intervention, `$2` its operator, `$3` the step, `$4` the hash. */
export const samePicture = `select ${record}::text from picture p join file f on f.id = p.file_id
  where p.event_id = $1 and p.vno_id = $2 and p.step = $3 and p.sha256 = decode($4, 'hex')`

/**
 * `$1` the box, `$2` the intervention, `$3` the step, `$4` the perceptual hash, `$5` the hash of the bytes, `$6` the port.
 * Returns both clocks, because devices use the real one.
 */
export const surroundings = `select c.code, c.label, c.lat, c.lon, app_now() as now, clock_timestamp() as real_now,
    picture_seen_before($2, $3, $4) as seen_before, picture_reused($2, $3, $5) as reused,
    (select q.number from port q where q.id = $6) as port
  from cto c where c.id = $1`

export const insertPicture = `with added as (insert into picture (vno_id, event_id, technical_id, contractor_id, step, label_kind,
    file_id, sha256, phash, width, height, taken_at, exif_taken_at, received_at, clock_skew_ms, position, device_install_id,
    camera, ocr, power_dbm_read, flags, created_by, created_at, signature, bound)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $14, $23,
    $24)
  returning *) select p.id, wire_time(p.taken_at) as taken_at, ${record}::text as record from added p join file f on f.id = p.file_id`

/** `$1` the intervention, `$2` operator, `$3` technician. Null if the session may not see it. */
export const picturesOfEvent = `select (select coalesce(json_agg(${record} order by p.id), '[]')
    from picture p join file f on f.id = p.file_id where p.event_id = e.id and p.vno_id = e.vno_id)::text
  from event e where e.id = $1 and ($2::int is null or e.vno_id = $2) and ($3::bigint is null or e.technical_id = $3)`

/** `$1` the enrolment, `$2` operator, `$3` technician. Null if the session sees none. */
export const picturesOfEnrollment = `select json_agg(${record} order by p.id)::text from picture p join file f on f.id = p.file_id
  where p.enrollment_id = $1 and ($2::int is null or p.vno_id = $2) and ($3::bigint is null or p.technical_id = $3)
  having count(*) > 0`
