/** Which record of an operator a field names: one that he has and that the other operator never sees. */
import type { Path } from '@hilo/contract/index.ts'
import type { TestDatabase } from '../test/database.ts'
import type { TestServer } from '../test/harness.ts'
import type { IdField } from './id-fields.ts'
import { paths, specOf, type Twin } from './twins.ts'

const sessionIds = 'id from (select s.id, a.vno_id from session s join vno_admin_account a on a.id = s.account_id) s'

/** Where the records that a field names are kept, for those that no input and no list shows. */
const columns: Readonly<Record<string, string>> = {
  access_code: 'code from access',
  access_id: 'id from access',
  accesses: 'code from access',
  assigned_technical_id: 'id from technical_account',
  case_id: 'id from (select id, owner_vno_id as vno_id from neighbour_case) c',
  cif: 'cif from contractor',
  contractor_id: 'id from contractor',
  customer_ref: 'customer_ref from access',
  drop_id: 'id from drop_cable',
  employee_code: 'employee_code from technical_account',
  enrollment_id: 'id from enrollment',
  event_code: 'code from event',
  event_id: 'id from event',
  external_order_id: 'external_order_id from service_order',
  feasibility_id: 'id from feasibility',
  from_id: 'id from role',
  ids: 'id from notification',
  label: 'label from drop_cable',
  new_serial: 'ont_serial from access',
  ont_serial: 'ont_serial from access',
  order_id: 'id from service_order',
  order_ids: 'id from service_order',
  pictures: 'id from picture',
  port_from: 'port_id from port_assignment',
  port_id: 'port_id from port_assignment',
  port_to: 'port_id from port_assignment',
  role_id: 'id from role',
  service_order_id: 'id from service_order',
  technical_id: 'id from technical_account',
  vno_id: 'id from (select id, id as vno_id from vno) v',
  vno_owner_id: 'id from (select id, id as vno_id from vno) v',
  vno_worker_id: 'id from (select id, id as vno_id from vno) v',
  'admin_vno/invitations/send id': 'id from invitation',
  'admin_vno/vno/delete id': 'id from (select id, id as vno_id from vno) v',
  'admin_vno/reports/schedule id': 'id from report_schedule',
  'admin_vno/sessions/get id': sessionIds,
  'admin_vno/sessions/revoke id': sessionIds,
  'account/passkeys/get id':
    'id from (select p.id, a.vno_id from passkey p join vno_admin_account a on a.user_id = p.user_id) p',
  'admin_vno/devices/get id': 'id from device',
  'admin_vno/enrollments/pictures/get id': 'id from picture',
  'client_contact/get id': 'id from contact_request',
  'client_contact/received id': 'id from contact_request',
}

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>

export interface Known {
  rows: Rows
  owned: ReadonlyMap<string, unknown>
  /** By which its rows are searched for. */
  words: readonly string[]
}

async function ownedBy(db: TestDatabase, vno: number): Promise<Map<string, unknown>> {
  const owned = new Map<string, unknown>()
  for (const [name, column] of Object.entries(columns)) {
    const field = column.split(' ')[0] ?? ''
    const { rows } = await db.owner.query<{ value: unknown }>(
      `select ${column.replace(field, `${field} as value`)} where vno_id = $1 and ${field} is not null limit 1`,
      [vno],
    )
    if (rows[0]) owned.set(name, rows[0].value)
  }
  return owned
}

/** What is known of the operator: its own rows of every list, and its records by the names of fields. */
export async function known(server: TestServer, { vno, admin }: Twin): Promise<Known> {
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const path of paths.filter((one) => specOf(one).kind === 'list')) {
    const { body } = await server.call(path, { limit: 200 }, { session: admin })
    rows.set(path, (body as { records?: Record<string, unknown>[] } | undefined)?.records ?? [])
  }
  const owned = await ownedBy(server.db, vno.id)
  const searched = [
    'access_code',
    'customer_ref',
    'external_order_id',
    'label',
    'ont_serial',
    'cif',
    'employee_code',
    'event_code',
  ]
  return { rows, owned, words: searched.map((name) => owned.get(name)).filter((word) => typeof word === 'string') }
}

const listOf = (path: Path) => path.replace(/\/download$/, '/get').replace('downloadRegistry', 'get')

/** Values of a list's field that stand in one's own rows and in none of the other's. */
function listed(path: Path, key: string, of: Known, other: Known): unknown {
  const values = (one: Known) => (one.rows.get(listOf(path)) ?? []).map((row) => row[key])
  const seen = new Set(values(other))
  return values(of).find((value) => (typeof value === 'number' || typeof value === 'string') && !seen.has(value))
}

export interface Side {
  twin: Twin
  known: Known
}

/** A record of `of` for that field; undefined where it has none of its own. */
export function valueOf(path: Path, field: IdField, of: Side, other: Side): unknown {
  const key = field.name.split('.').at(-1) ?? ''
  const inList = field.name === 'id' || /(?:^|\.)filter\./.test(field.name) || field.name === 'query.id'
  const [input, others] = [of, other].map(({ twin }) => field.at(twin.made.inputs[path]))
  if (input !== undefined && input !== others) return input
  const value = inList ? listed(path, key, of.known, other.known) : undefined
  return value ?? of.known.owned.get(`${path} ${field.name}`) ?? of.known.owned.get(key)
}
