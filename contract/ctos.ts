import { positionSources } from '@hilo/domain/position.ts'
import { opticClasses } from '@hilo/domain/optics.ts'
import { connectionType, ctoState, ctoTypes } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { blob, call, download, list } from './call.ts'
import { faceplateItem, recordBase, time, id, power } from './wire.ts'

/** The accepted picture of the label, and of the closed CTO after the last work. */
const photoKinds = ['label', 'box'] as const

export const cto = z.strictObject({
  ...recordBase,
  /** `28079-VAL01-0312-07`. */
  code: z.string(),
  /** Code printed on the box: without the municipality. */
  label: z.string(),
  type: z.enum(ctoTypes),
  model: z.nullable(z.string()),
  connection_type: z.int(),
  ports_total: z.int(),
  ports_free: z.int(),
  /** Enumeration 1 of the port states: the state of the CTO. */
  state: z.int(),
  conditions: z.array(z.strictObject({ code: z.int(), since: time, event_id: z.nullable(id) })),
  address: z.strictObject({
    street: z.string(),
    number: z.nullable(z.string()),
    floor: z.nullable(z.string()),
    stair: z.nullable(z.string()),
    postal_code: z.string(),
    municipality: z.string(),
    ine_code: z.string(),
    province: z.string(),
  }),
  position: z.strictObject({
    lat: z.number(),
    lon: z.number(),
    accuracy_m: z.nullable(z.int()),
    source: z.enum(positionSources),
  }),
  access_notes: z.nullable(z.string()),
  key_needed: z.boolean(),
  height_m: z.nullable(z.number()),
  splitter: z.strictObject({ level: z.int(), ratio: z.string() }),
  upstream: z.strictObject({
    olt_id: id,
    olt: z.strictObject({ id, code: z.string() }),
    /** Class of the OLT's transceivers: decides the power limits. */
    optic_class: z.enum(opticClasses),
    /** Transmit power of the OLT's port. */
    tx_dbm: power,
    slot: z.int(),
    pon: z.int(),
    pon_code: z.string(),
    splitter1_code: z.string(),
    feeder_m: z.int(),
  }),
  /**
   * Photos from the last visit of the operator's technicians, at most one of each kind; null in a page, present when
   * read with `id`.
   */
  photos: z.nullable(
    z.array(z.strictObject({ kind: z.enum(photoKinds), file_id: id, taken_at: time, bytes: z.int() })),
  ),
  last_visit_at: z.nullable(time),
  /** Maintenance lock; `until` null: until released. */
  lock: z.nullable(
    z.strictObject({ event_id: z.nullable(id), until: z.nullable(time), reason: z.nullable(z.string()) }),
  ),
  /** The faceplate; null in a page, present when read with `id`. */
  ports: z.nullable(z.array(faceplateItem)),
})
export type Cto = z.infer<typeof cto>

const get = list({
  summary: 'Cajas (CTO) de la red',
  privilege: 'cto_view',
  scope: 'network',
  extension: true,
  record: cto,
  filters: {
    id: { kind: 'id' },
    code: { kind: 'code' },
    state: { kind: 'status', values: ctoState.values },
    type: { kind: 'choice', values: ctoTypes },
    connection_type: { kind: 'status', values: connectionType.values },
    ine_code: { kind: 'code' },
    /** A PON, or those whose code begins with a text: an OLT. */
    pon_code: { kind: 'code' },
    ports_free: { kind: 'integer' },
    near: { kind: 'near' },
    created_at: { kind: 'time' },
  },
  sorts: ['code', 'id', 'ports_free', 'created_at'],
  defaultSort: [['code', 'asc']],
  search: true,
  columns: {
    code: 'code',
    label: 'code',
    state: 'status:cto',
    type: 'choice:type',
    ports_total: 'integer',
    ports_free: 'integer',
    connection_type: 'status:connection_type',
    'address.street': 'text',
    'address.number': 'text',
    'address.postal_code': 'text',
    'address.municipality': 'text',
    'address.province': 'text',
    'position.lat': 'number',
    'position.lon': 'number',
    'upstream.pon_code': 'code',
    'upstream.splitter1_code': 'code',
    'splitter.ratio': 'text',
    access_notes: 'text',
    last_visit_at: 'time',
    id: 'id',
    created_at: 'time',
    updated_at: 'time',
  },
})

const degrees = { lat: z.number(), lon: z.number() }
const ports = { ports_free: z.int(), ports_total: z.int() }

/** CTOs of a map area: single ones, or clusters where they are too dense. */
const map = call({
  summary: 'Cajas de una zona del mapa, juntas donde son demasiadas',
  method: 'POST',
  privilege: 'cto_view',
  scope: 'network',
  extension: true,
  input: z.strictObject({
    filter: get.input.shape.filter,
    search: z.optional(z.string().check(z.maxLength(100))),
    /** The whole network by default. */
    zone: z.optional(
      z.strictObject({
        south: z.number().check(z.minimum(-90), z.maximum(90)),
        west: z.number().check(z.minimum(-180), z.maximum(180)),
        north: z.number().check(z.minimum(-90), z.maximum(90)),
        east: z.number().check(z.minimum(-180), z.maximum(180)),
      }),
    ),
  }),
  output: z.strictObject({
    /** Number of CTOs in the area, single and clustered. */
    total: z.int(),
    /** Bounding box of the CTOs; null when there are none. */
    extent: z.nullable(z.strictObject({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })),
    boxes: z.array(z.strictObject({ id, label: z.string(), state: z.int(), ...degrees, ...ports })),
    /** Clusters at their centre, with the number of CTOs in each state shown on the map. */
    groups: z.array(
      z.strictObject({
        ...degrees,
        ...ports,
        boxes: z.int(),
        full: z.int(),
        defective: z.int(),
        not_installed: z.int(),
      }),
    ),
  }),
})

/** Thumbnail of one of a CTO's photos. */
const photo = blob({
  summary: 'Ver en pequeño una foto de una caja',
  method: 'POST',
  privilege: 'cto_view',
  scope: 'vno',
  extension: true,
  problems: ['NOT_FOUND'],
  disposition: 'inline',
  input: z.strictObject({ cto_id: id, file_id: id }),
})

export const ctos = {
  'admin_vno/ctos/get': get,
  'admin_vno/ctos/map': map,
  'admin_vno/ctos/photo': photo,
  'admin_vno/ctos/download': download(get, 'Descarga de cajas', true),
}
