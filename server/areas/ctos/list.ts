import { degrees } from '@hilo/domain/position.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { compare } from '../../kernel/list/list-where.ts'
import { among, prefixed, type Field, type ListSource } from '../../kernel/list/list-source.ts'

const fields = {
  id: { sql: 'c.id', type: 'bigint' },
  code: { sql: 'c.code', type: 'text', natural: true },
  state: { sql: 'c.state', type: 'int' },
  type: { sql: 'c.type', type: 'text' },
  connection_type: { sql: 'c.connection_type', type: 'int' },
  ine_code: { sql: 'c.ine_code', type: 'text' },
  ports_free: { sql: 'c.ports_free', type: 'int' },
  /** Implemented by `custom`. */
  pon_code: { sql: '(select n.code from pon n where n.id = c.pon_id)', type: 'text' },
  /** Implemented by `custom`. */
  near: { sql: 'null::boolean', type: 'boolean' },
  created_at: { sql: 'c.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const metresPerDegree = 111_320

/** A box's own label lacks the municipality prefix of a code: text that begins with a letter is a label. */
function byCode(text: string, bind: (value: unknown) => string): string {
  return prefixed(/^\d/.test(normalCode(text)) ? 'c.code' : 'c.label', text, bind)
}

interface Near {
  lat: number
  lon: number
  metres: number
}

/** Boxes of the network: visible to every operator, without customer data. */
export const ctos: ListSource<'admin_vno/ctos/get'> = {
  path: 'admin_vno/ctos/get',
  branches: () => [{ from: 'cto c', where: ['c.removed_at is null'], fields }],
  search: (text, _viewer, bind) => [{ where: [byCode(text, bind)] }],
  custom: {
    /** A bounding square by the index, then the circle. */
    near: (near: Near, bind) => {
      const [lat, lon, metres] = [degrees(near.lat), degrees(near.lon), Math.max(1, near.metres)]
      const dLat = metres / metresPerDegree
      const dLon = metres / (metresPerDegree * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
      const here = { lat: `${bind(lat)}::float8`, lon: `${bind(lon)}::float8` }
      return [
        `c.lat between ${bind(lat - dLat)}::numeric and ${bind(lat + dLat)}::numeric`,
        `c.lon between ${bind(lon - dLon)}::numeric and ${bind(lon + dLon)}::numeric`,
        `2 * 6371000 * asin(sqrt(power(sin(radians(c.lat - ${here.lat}) / 2), 2)
          + cos(radians(${here.lat})) * cos(radians(c.lat)) * power(sin(radians(c.lon - ${here.lon}) / 2), 2))) <= ${bind(metres)}::float8`,
      ]
    },
    /** The few PONs first, then their boxes by index. */
    pon_code: (value: unknown, bind) => {
      const conditions = compare({ sql: 'n.code', type: 'text' }, value, bind)
      return conditions.length > 0 ? [among('c.pon_id', `pon n where ${conditions.join(' and ')}`, 'n.id')] : []
    },
    code: (value: string | string[] | { like?: string; gte?: string; lte?: string }, bind) => {
      if (typeof value === 'string') return [`(c.code = ${bind(value)} or c.label = ${bind(value)})`]
      if (Array.isArray(value))
        return [`(c.code = any(${bind(value)}::text[]) or c.label = any(${bind(value)}::text[]))`]
      const conditions: string[] = []
      if (value.gte !== undefined) conditions.push(`c.code >= ${bind(value.gte)}`)
      if (value.lte !== undefined) conditions.push(`c.code <= ${bind(value.lte)}`)
      if (value.like !== undefined) conditions.push(byCode(value.like, bind))
      return conditions
    },
  },
  table: 'cto c',
  join: () => 'join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id',
  record: () => ({
    id: 'c.id',
    version: 'c.version',
    code: 'c.code',
    label: 'c.label',
    type: 'c.type',
    model: 'c.model',
    connection_type: 'c.connection_type',
    ports_total: 'c.ports_total',
    ports_free: 'c.ports_free',
    state: 'c.state',
    conditions: 'c.conditions',
    address: {
      street: 'c.street',
      number: 'c.street_number',
      floor: 'c.floor',
      stair: 'c.stair',
      postal_code: 'c.postal_code',
      municipality: 'c.municipality',
      ine_code: 'c.ine_code',
      province: 'c.province',
    },
    position: { lat: 'c.lat', lon: 'c.lon', accuracy_m: 'c.accuracy_m', source: 'c.position_source' },
    access_notes: 'c.access_notes',
    key_needed: 'c.key_needed',
    height_m: 'c.height_m',
    splitter: { level: 'c.splitter_level', ratio: 'c.splitter_ratio' },
    upstream: {
      olt_id: 'o.id',
      olt: { id: 'o.id', code: 'o.code' },
      optic_class: 'o.optic_class',
      tx_dbm: 'n.tx_dbm',
      slot: 'n.slot',
      pon: 'n.port',
      pon_code: 'n.code',
      splitter1_code: 'c.splitter1_code',
      feeder_m: 'c.feeder_m',
    },
    photos: `(select coalesce(json_agg(json_build_object('kind', p.kind, 'file_id', p.file_id, 'taken_at', wire_time(p.taken_at),
      'bytes', p.bytes)), '[]') from cto_photos(c.id) p)`,
    last_visit_at: 'wire_time(c.last_visit_at)',
    lock: `case when cto_locked(c.lock_reason, c.lock_until)
      then json_build_object('event_id', null, 'until', wire_time(c.lock_until), 'reason', c.lock_reason) end`,
    created_at: 'wire_time(c.created_at)',
    updated_at: 'wire_time(c.updated_at)',
    created_by: 'c.created_by',
    ports: 'faceplate(c.id)',
  }),
  detail: ['ports', 'photos'],
  columns: () => ({
    code: 'c.code',
    label: 'c.label',
    state: 'c.state',
    type: 'c.type',
    ports_total: 'c.ports_total',
    ports_free: 'c.ports_free',
    connection_type: 'c.connection_type',
    'address.street': 'c.street',
    'address.number': 'c.street_number',
    'address.postal_code': 'c.postal_code',
    'address.municipality': 'c.municipality',
    'address.province': 'c.province',
    'position.lat': 'c.lat',
    'position.lon': 'c.lon',
    'upstream.pon_code': 'n.code',
    'upstream.splitter1_code': 'c.splitter1_code',
    'splitter.ratio': 'c.splitter_ratio',
    access_notes: 'c.access_notes',
    last_visit_at: 'c.last_visit_at',
    id: 'c.id',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
  }),
}
