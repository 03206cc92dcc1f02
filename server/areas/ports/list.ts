import { normalSerial } from '@hilo/domain/ont-serial.ts'
import type { ListQuery } from '@hilo/contract/call.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import { reviewOldAfter } from '../../process/reports/indicators.ts'
import {
  among,
  isAccessCode,
  prefixed,
  type Bind,
  type Branch,
  type Field,
  type ListSource,
} from '../../kernel/list/list-source.ts'

/** Sorts below every reading, so that dark ports come first among the weakest. */
const noLight = '-99'

const isOnline = (state: string) => `${state} = 'online'`
const late = (state: string, changed: string) =>
  `${state} = 6 and ${changed} < app_now() - interval '${reviewOldAfter}'`
const lateOwn = late('a.state', '(select q.last_change_at from port q where q.id = a.port_id)')
const lateFree = late('p.state', 'p.last_change_at')
const word = (condition: string, label: string): Field => ({
  sql: `case when ${condition} then '${label}' end`,
  type: 'text',
})

const own = {
  id: { sql: 'a.port_id', type: 'bigint' },
  cto_id: { sql: 'a.cto_id', type: 'bigint' },
  vno_id: { sql: 'a.vno_id', type: 'bigint' },
  access_id: { sql: 'a.access_id', type: 'bigint' },
  drop_id: { sql: 'a.drop_id', type: 'bigint' },
  label: { sql: 'a.label', type: 'text', natural: true },
  state: { sql: 'a.state', type: 'int' },
  inventory_status: { sql: 'a.inventory_status', type: 'int' },
  assignment_status: { sql: 'a.assignment_status', type: 'int' },
  rx_dbm: { sql: 'a.rx_order', type: 'float8' },
  light: word(isOnline('a.ont_state'), 'con_luz'),
  review: word(lateOwn, 'atrasada'),
  created_at: { sql: 'a.port_created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const free = {
  id: { sql: 'p.id', type: 'bigint' },
  cto_id: { sql: 'p.cto_id', type: 'bigint' },
  vno_id: { sql: 'null::int', type: 'bigint' },
  access_id: { sql: 'null::bigint', type: 'bigint' },
  drop_id: { sql: 'null::bigint', type: 'bigint' },
  label: { sql: 'p.label', type: 'text', natural: true },
  state: { sql: 'p.state', type: 'int' },
  inventory_status: { sql: 'p.inventory_status', type: 'int' },
  assignment_status: { sql: 'p.assignment_status', type: 'int' },
  rx_dbm: { sql: `${noLight}::float8`, type: 'float8' },
  light: word(isOnline('p.optical_state'), 'con_luz'),
  review: word(lateFree, 'atrasada'),
  created_at: { sql: 'p.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** True if a filter admits a value. */
function admits(filter: unknown, value: number): boolean {
  return filter === undefined || filter === value || (Array.isArray(filter) && filter.includes(value))
}

const assigned = {
  from: 'port_assignment a',
  where: ['a.ended_at is null'],
  fields: own,
}
/** Availability is implied by the two statuses: a contradicting filter gives an empty result without a query. */
const available = {
  from: 'port p',
  where: [`p.state = ${portState.is.disponible}`],
  fields: {
    ...free,
    state: { sql: String(portState.is.disponible), type: 'int' },
    inventory_status: { sql: String(inventoryStatus.is.available), type: 'int' },
    assignment_status: { sql: String(assignmentStatus.is.available), type: 'int' },
  } satisfies Record<string, Field>,
}
/** States without an owner; a promised or occupied port always has one. */
const loose: readonly number[] = portState.values.filter(
  (state) => state !== portState.is.asignado && state !== portState.is.ocupado,
)
const unassigned = {
  from: 'port p',
  where: [
    'p.removed_at is null',
    `p.state in (${loose.join(', ')})`,
    'not exists (select 1 from port_assignment t where t.port_id = p.id and t.ended_at is null)',
  ],
  fields: free,
}
const every = { from: 'port p', where: ['p.removed_at is null'], fields: free }

/** The requested states, if all of them are in the list; else null. */
function statesWithin(filter: unknown, states: readonly number[]): number[] | null {
  const asked = [filter].flat().map(Number)
  return asked.every((state) => states.includes(state)) ? asked : null
}

/** Unowned ports have light only by mistake: these few are selected first, whatever the order. */
const mistaken = (states: readonly number[]) =>
  among(
    'p.id',
    `port f where f.removed_at is null and f.state in (${states.join(', ')}) and ${isOnline('f.optical_state')}`,
    'f.id',
  )

type PortBranch = Branch & { fields: typeof own | typeof free }

/** Rare values are literals: a partial index is not used for a condition given as a parameter. */
function rareOwn({ filter }: ListQuery, branch: PortBranch): PortBranch {
  const conditions = [
    ...(filter?.['review'] === undefined ? [] : [lateOwn]),
    ...(filter?.['light'] === undefined ? [] : [isOnline('a.ont_state')]),
    ...(statesWithin(filter?.['state'], [portState.is.cesado]) ? [`a.state = ${portState.is.cesado}`] : []),
  ]
  return { ...branch, where: [...branch.where, ...conditions] }
}

/** The same for the ports, of which a branch covers some states or all. */
function rareOf({ filter }: ListQuery, branch: PortBranch, states: readonly number[] | null): PortBranch {
  const few = states ?? statesWithin(filter?.['state'], loose)
  const conditions = [
    ...(filter?.['review'] === undefined ? [] : [lateFree]),
    ...(filter?.['light'] === undefined ? [] : [few ? mistaken(few) : isOnline('p.optical_state')]),
  ]
  return { ...branch, where: [...branch.where, ...conditions] }
}

/** True if a filter needs an owner, which unowned ports lack. */
function asksOwner({ filter }: ListQuery): boolean {
  return ['vno_id', 'access_id', 'drop_id'].some((name) => filter?.[name] !== undefined)
}

/** Ports of named accesses and drops, found through those rows. */
function ofLine({ filter }: ListQuery, bind: Bind) {
  const named = (name: string, table: string) => {
    const value = filter?.[name]
    if (typeof value !== 'number' && !Array.isArray(value)) return []
    return [among('a.port_id', `${table} s where s.id = any(${bind([value].flat())}::bigint[])`, 's.port_id')]
  }
  return { ...assigned, where: [...assigned.where, ...named('access_id', 'access'), ...named('drop_id', 'drop_cable')] }
}

/** The port row has all columns except owner and light. */
function neutralBranches(query: ListQuery, bind: Bind) {
  const { filter, sort } = query
  if (asksOwner(query)) return [rareOwn(query, ofLine(query, bind))]
  const byLight = filter?.['rx_dbm'] !== undefined || sort?.some(([name]) => name === 'rx_dbm')
  if (!byLight) return [rareOf(query, every, null)]
  const mine = rareOwn(query, assigned)
  const others = loose.some((state) => admits(filter?.['state'], state))
  return others ? [mine, rareOf(query, unassigned, loose)] : [mine]
}

/**
 * An operator's ports are its own assignments and the free ports, each read in its own index order. What hangs on other
 * operators' ports is not in this list at all. The neutral operator sees assigned and unassigned ports alike.
 */
export const ports: ListSource<'admin_vno/ports/get'> = {
  path: 'admin_vno/ports/get',
  branches(viewer, bind, query) {
    if (viewer.vnoId === null) return neutralBranches(query, bind)
    const line = ofLine(query, bind)
    const mine = {
      ...line,
      where: [...line.where, `a.vno_id = ${bind(viewer.vnoId)}::int`],
    }
    const { disponible } = portState.is
    const others = admits(query.filter?.['state'], disponible) && !asksOwner(query)
    const held = rareOwn(query, mine)
    return others ? [held, rareOf(query, available, [disponible])] : [held]
  },
  custom: { light: () => [], review: () => [] },
  search(text, viewer, bind, { fields, where }) {
    const byLabel = () => ({
      where: [prefixed(fields['label']?.sql ?? '', text, bind)],
    })
    // Unowned ports have no access.
    if (where.some((one) => available.where.includes(one) || unassigned.where.includes(one)))
      return isAccessCode(text) ? [] : [byLabel()]
    const mine = viewer.vnoId === null ? '' : ` and s.vno_id = ${bind(viewer.vnoId)}::int`
    const byAccess = (column: string, typed = text) => ({
      where: [
        among(
          fields['id']?.sql ?? '',
          `access s where ${prefixed(column, typed, bind)}${mine} order by ${column} limit 200`,
          's.port_id',
        ),
      ],
      fenced: true as const,
    })
    return isAccessCode(text)
      ? [byAccess('s.code')]
      : [byLabel(), byAccess('s.code'), byAccess('s.ont_serial', normalSerial(text) || text)]
  },
  join: () => `join port p on p.id = k.id join cto c on c.id = p.cto_id
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  left join access x on x.id = a.access_id left join drop_cable d on d.id = a.drop_id left join vno v on v.id = a.vno_id`,
  record: () => ({
    id: 'p.id',
    version: 'p.version',
    cto_id: 'p.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    number: 'p.number',
    label: 'p.label',
    state: 'p.state',
    inventory_status: 'p.inventory_status',
    assignment_status: 'p.assignment_status',
    vno_id: 'a.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    access_id: 'a.access_id',
    access: { id: 'x.id', code: 'x.code' },
    drop_id: 'a.drop_id',
    drop: { id: 'd.id', code: 'd.label' },
    ont: {
      serial: 'x.ont_serial',
      model: 'x.ont_model',
      state: 'a.ont_state',
      rx_dbm: 'a.rx_dbm',
      tx_dbm: 'a.tx_dbm',
      olt_rx_dbm: 'a.olt_rx_dbm',
      distance_m: 'a.distance_m',
      read_at: 'wire_time(a.read_at)',
    },
    rx_dbm: 'a.rx_dbm',
    splitter_leg: 'p.splitter_leg',
    reserved_until: 'wire_time(a.reserved_until)',
    problem: 'p.problem',
    baseline: { rx_p50_30d: 'a.rx_p50_30d', rx_stddev_30d: 'a.rx_stddev_30d' },
    last_change_at: 'wire_time(p.last_change_at)',
    created_at: 'wire_time(p.created_at)',
    updated_at: 'wire_time(p.updated_at)',
    created_by: 'null::json',
  }),
  columns: () => ({
    label: 'p.label',
    'cto.code': 'c.code',
    number: 'p.number',
    state: 'p.state',
    'vno.name': 'v.name',
    'access.code': 'x.code',
    'drop.code': 'd.label',
    'ont.serial': 'x.ont_serial',
    'ont.model': 'x.ont_model',
    'ont.state': `case when x.ont_serial is not null then a.ont_state end`,
    rx_dbm: 'a.rx_dbm',
    'ont.olt_rx_dbm': 'a.olt_rx_dbm',
    'ont.distance_m': 'a.distance_m',
    'ont.read_at': 'a.read_at',
    inventory_status: 'p.inventory_status',
    assignment_status: 'p.assignment_status',
    splitter_leg: 'p.splitter_leg',
    last_change_at: 'p.last_change_at',
    id: 'p.id',
    cto_id: 'p.cto_id',
    created_at: 'p.created_at',
    updated_at: 'p.updated_at',
  }),
}
