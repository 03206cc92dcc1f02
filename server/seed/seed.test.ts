import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { faceplateItem } from '@hilo/contract/wire.ts'
import { ctoStateOf, freePorts } from '@hilo/domain/cto.ts'
import { portStateOf, type PortState } from '@hilo/domain/port.ts'
import {
  assignmentStatus,
  ctoState,
  ctoTypes,
  eventType,
  inventoryStatus,
  opticalStates,
  portState,
  processState,
  verdicts,
  workKinds,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { demonstrationAccounts, demonstrationPassword } from '../auth/demonstration.ts'
import { verifyPassword } from '../auth/passwords.ts'
import { silentLog } from '../log.ts'
import { columnOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { readCatalogue, startTestDatabase } from '../test/database.ts'
import { tables, withoutId } from './tables.ts'
import { luhn } from './codes.ts'
import { isEmpty } from './seed-process.ts'
import { seed } from './index.ts'

const db = closedAfter(await startTestDatabase())
const catalogue = await readCatalogue(db)
assert.equal(await isEmpty(db), true)
await seed(db, { size: 'small', log: silentLog })

async function rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await db.owner.query<T>(sql, values)).rows
}
/** Asserts that no row breaks a rule, by its name. */
async function none(rules: Record<string, string>): Promise<void> {
  for (const [rule, sql] of Object.entries(rules)) assert.deepEqual(await rows(`${sql} limit 3`), [], rule)
}
async function distinct(sql: string): Promise<unknown[]> {
  const all = `select distinct value from (${sql}) as found (value) where value is not null order by 1`
  return (await rows<{ value: unknown }>(all)).map((row) => row.value)
}
const sorted = (values: readonly (string | number)[]) => [...values].sort((one, other) => (one < other ? -1 : 1))

test('the network has its promised size, and every key, index, reference and policy is back', async () => {
  for (const [table, count] of Object.entries({ olt: 1, pon: 16, cto: 64, port: 1024 }))
    assert.deepEqual(await rows(`select count(*) from ${table}`), [{ count }], table)
  assert.deepEqual(await readCatalogue(db), catalogue)
  assert.equal(await isEmpty(db), false)
})

test('a second seed changes nothing', async () => {
  const count = () => rows('select count(*) from event')
  const first = await count()
  await seed(db, { size: 'small', log: silentLog })
  assert.deepEqual(await count(), first)
})

test('new rows get ids after the seeded ones', async () => {
  for (const table of tables.filter((one) => !withoutId.has(one))) {
    const last = `(select max(id) from ${table})`
    await none({
      [table]: `select next from nextval(pg_get_serial_sequence('${table}', 'id')) as next where next <= ${last}`,
    })
  }
})

test('codes have their formats and control digits', async () => {
  const formats: [string, string, string][] = [
    ['cto', 'code', '^\\d{5}-[A-Z]{3}\\d{2}-\\d{4}-\\d{2,3}$'],
    ['cto', 'postal_code', '^\\d{5}$'],
    ['port', 'label', '^[A-Z]{3}\\d{2}-\\d{4}-\\d{2,3}/\\d{2}$'],
    ['pon', 'code', '^[A-Z]{3}\\d{2}-OLT\\d{2}/\\d/\\d{1,2}/\\d{1,2}$'],
    ['access', 'code', '^AC\\d{2}-\\d{8}-\\d$'],
    ['access', 'ont_serial', '^[A-Z]{4}[0-9A-F]{8}$'],
    ['drop_cable', 'label', '^D\\d{2}-\\d{7}-\\d$'],
    ['service_order', 'code', '^OS-\\d{4}-\\d{7}$'],
    ['event', 'code', '^INT-\\d{4}-\\d{7}$'],
    ['app_user', 'email', '^[a-z0-9.]+@[a-z]+\\.test$'],
    ['app_user', 'tax_id', '^\\d{8}[A-Z]$'],
    ['vno', 'tax_id', '^B\\d{8}$'],
  ]
  for (const [table, column, format] of formats)
    await none({
      [`${table}.${column}`]: `select ${column} from ${table} where ${column} !~ '${format}'`,
      'label of the box': `select code from cto where code <> ine_code || '-' || label`,
      'label of the port': `select p.label from port p join cto c on c.id = p.cto_id where p.label <> c.label || '/' || lpad(p.number::text, 2, '0')`,
    })
  for (const { code } of await rows<{ code: string }>(
    'select code from access union all select label from drop_cable',
  )) {
    const [, digits = '', control] = code.split('-')
    assert.equal(luhn(digits), Number(control), code)
  }
})

test('a port in use has its access and drop, a free one has neither, and none is shared', async () => {
  await none({
    'occupied without line': `select p.label from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null
    where p.state = 3 and (a.access_id is null or a.drop_id is null)`,
    'assigned without operator': `select p.label from port p where p.state = 2
    and not exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null)`,
    'free with somebody': `select p.label from port p join port_assignment a on a.port_id = p.id and a.ended_at is null where p.state = 1`,
    copies: `select p.label from port p join port_assignment a on a.port_id = p.id and a.ended_at is null
    where (p.label, p.state, p.assignment_status, p.inventory_status, p.cto_id) is distinct from (a.label, a.state, a.assignment_status, a.inventory_status, a.cto_id)
       or p.optical_state <> a.ont_state`,
    'foreign line': `select a.label from port_assignment a left join access x on x.id = a.access_id left join drop_cable d on d.id = a.drop_id
    where x.vno_id <> a.vno_id or d.vno_id <> a.vno_id or x.port_id <> a.port_id or d.access_id <> x.id`,
    'light without power': `select label from port_assignment where ended_at is null and drop_id is not null and (ont_state = 'online') <> (rx_dbm is not null)`,
    'impossible power': `select label from port_assignment where rx_dbm not between -40 and -8 or tx_dbm not between 0.5 and 5`,
  })
})

type StoredPort = { label: string; state: PortState; inventory: number; assignment: number; seen: string }

test('states of ports and boxes are those of the domain', async () => {
  const ports = await rows<StoredPort>(`select label, state, inventory_status as inventory,
    assignment_status as assignment, optical_state as seen from port`)
  for (const { label, state, inventory, assignment, seen } of ports) {
    const stranger = assignment === assignmentStatus.is.available
    const live = seen !== 'online' ? 'dark' : stranger ? 'stranger' : 'expected'
    assert.equal(portStateOf({ inventory, assignment, live, last: 1 }).state, state, label)
  }
  const boxes = await rows<{ code: string; state: number; ports_free: number; damaged: boolean; ports: PortState[] }>(`
    select c.code, c.state, c.ports_free, c.conditions @> '[{"code":996}]' as damaged, array_agg(p.state) as ports
      from cto c join port p on p.cto_id = c.id group by c.id having count(*) = c.ports_total`)
  assert.equal(boxes.length, 64)
  for (const { code, state, ports_free, damaged, ports } of boxes) {
    assert.equal(ports_free, freePorts(ports), code)
    assert.equal(state, ctoStateOf({ commissioned: state !== ctoState.is.no_instalada, damaged, ports }), code)
  }
})

test('every kind of record is there', async () => {
  assert.deepEqual(await distinct('select state from port'), portState.values)
  assert.deepEqual(await distinct('select inventory_status from port'), inventoryStatus.values)
  assert.deepEqual(await distinct('select assignment_status from port'), sorted(assignmentStatus.values))
  assert.deepEqual(await distinct('select state from cto'), ctoState.values)
  assert.deepEqual(await distinct('select ports_total from cto'), [4, 8, 16, 24, 32])
  assert.deepEqual(sorted((await distinct('select type from cto')).map(String)), sorted(ctoTypes))
  assert.deepEqual(sorted((await distinct('select ont_state from port_assignment')).map(String)), sorted(opticalStates))
  assert.deepEqual(await distinct('select type from event'), eventType.values)
  assert.deepEqual(sorted((await distinct('select work_kind from event')).map(String)), sorted(workKinds))
  assert.deepEqual(sorted((await distinct('select verdict from event')).map(String)), sorted(verdicts))
  for (const vno of [1, 2]) {
    assert.deepEqual(await distinct(`select process_state from event where vno_id = ${vno}`), processState.values)
    const held = `select state from port_assignment where ended_at is null and vno_id = ${vno}`
    assert.deepEqual(await distinct(held), [2, 3, 4, 5, 6])
    for (const table of ['vno_admin_account', 'technical_account']) {
      assert.deepEqual(await distinct(`select status from ${table} where vno_id = ${vno}`), [1, 2, 3, 4, 5], table)
    }
    const [{ count } = { count: 0 }] = await rows<{ count: number }>(`select count(*) from event where vno_id = ${vno}`)
    assert.ok(count >= 150, `${count} events`)
  }
  assert.equal((await rows('select id from vno')).length, 8)
})

test('events belong together: operator, technician, line, parent, time', async () => {
  await none({
    line: `select e.code from event e join access a on a.id = e.access_id where a.vno_id <> e.vno_id or a.cto_id <> e.cto_id or a.port_id <> e.port_id`,
    technician: `select e.code from event e join technical_account t on t.id = e.technical_id where t.vno_id <> e.vno_id or t.contractor_id <> e.contractor_id`,
    order: `select e.code from event e join service_order s on s.id = e.service_order_id where s.vno_id <> e.vno_id or s.access_id <> e.access_id`,
    'ordered while somebody is at work': `select s.code from service_order s join event e using (access_id) where s.kind = 'alta' and s.state in ('recibida', 'asignada') and e.type = 1 and e.process_state in (2, 4, 6, 7, 8, 9, 10) and e.service_order_id is distinct from s.id`,
    parent: `select e.code from event e left join event p on p.id = e.parent_id
    where (e.type in (2, 3, 4, 5, 6)) <> (p.id is not null) or p.type <> 1 or p.vno_id <> e.vno_id or p.created_at > e.created_at or p.id >= e.id`,
    time: `select code from event where created_at > now() or updated_at > now() or created_at < now() - interval '732 days'
    or started_at < created_at or finished_at < started_at or updated_at < created_at or date_trunc('milliseconds', created_at) <> created_at`,
    hours: `select code from event where type = 1 and process_state not in (2, 6, 7, 9) and extract(hour from created_at at time zone 'Europe/Madrid') not between 7 and 20 union all select code from service_order where appointment_from > now() and extract(hour from appointment_from at time zone 'Europe/Madrid') not between 7 and 20`,
    'open and finished': `select code from event where process_state in (2, 6, 8, 9) and finished_at is not null`,
    step: `select code from event where (process_state = 8) <> (current_step is not null) and type = 1`,
    'failure without reason': `select code from event where type <> 3 and (process_state in (1, 4, 7, 10)) <> (error is not null)`,
    'two open of one technician': `select technical_id::text from event where type = 1 and process_state in (2, 4, 6, 8, 9, 10) group by 1 having count(*) > 1`,
    'demonstration technician busy': `select e.code from event e join technical_account t on t.id = e.technical_id join app_user u on u.id = t.user_id
    where u.email like 'tecnico@%' and e.process_state in (2, 4, 6, 7, 8, 9, 10) and e.type = 1`,
    years: `select code from event group by code, created_at having substr(code, 5, 4) <> extract(year from created_at at time zone 'Europe/Madrid')::text`,
  })
})

const travelled = ['steps', 'listener', 'error', 'position_start', 'position_end', 'device', 'created_by', 'power_dbm'] as const // prettier-ignore
const eventRecord = contract['admin_vno/events/get'].list.record.shape

test('steps, neighbours and the rest of an event travel as declared', async () => {
  const items = z.nullable(z.array(faceplateItem))
  const found = await rows<Record<string, unknown> & { code: string }>('select * from event order by id')
  for (const event of found) {
    for (const field of travelled) {
      const parsed = z.safeParse(eventRecord[field], event[field])
      assert.ok(parsed.success, `${event.code} ${field}: ${parsed.success ? '' : z.prettifyError(parsed.error)}`)
    }
    assert.ok(z.safeParse(items, event.neighbour_items).success, event.code)
  }
  await none({
    'figures of others': `select e.code from event e, json_array_elements(e.neighbour_items) i where (i->>'own')::boolean is false and (i->>'rx_dbm' is not null or i->>'olt_rx_dbm' is not null)`,
    'own is own': `select e.code from event e, json_array_elements(e.neighbour_items) i where (i->>'own')::boolean
    and not exists (select from port p join port_assignment a on a.port_id = p.id and a.ended_at is null where p.cto_id = e.cto_id and p.number = (i->>'port')::int and a.vno_id = e.vno_id)`,
  })
  const detailed = found.filter((event) => event.neighbour_items !== null)
  assert.ok(detailed.length > 100, `${detailed.length} with neighbours`)
})

test('every demonstration account can sign in', async () => {
  const wanted = columnOf(demonstrationAccounts, 'email')
  const people = await rows<{ email: string; password_hash: string; status: number }>(
    `select u.email, u.password_hash, coalesce(v.status, t.status, a.status) as status from app_user u
      left join vno_admin_account v on v.user_id = u.id left join technical_account t on t.user_id = u.id left join admin_account a on a.user_id = u.id
     where u.email = any ($1)`,
    [wanted],
  )
  assert.deepEqual(sorted(columnOf(people, 'email')), sorted(wanted))
  for (const { email, status } of people) assert.equal(status, 4, email)
  assert.ok(await verifyPassword(demonstrationPassword, people[0]?.password_hash ?? null))
  const roles = await rows<{ name: string }>(`select key || ' ' || base as name from role where system order by id`)
  const names = ['admin admin', 'va adminVNO', 'vno vno', 'technician technician', 'IsClient vno']
  assert.deepEqual(columnOf(roles, 'name'), names)
})
