/** Which records of an operator the fields of inputs name, by the names of the fields. */
import type { TestDatabase } from '../database.ts'

const sessionIds = 'id from (select s.id, a.vno_id from session s join vno_admin_account a on a.id = s.account_id) s'

/** Column that a field of an input names a record by, and its table. */
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

/** The operator's oldest record for each field, where it has one; a field of one call alone by `path field`. */
export async function recordsOf(db: TestDatabase, vno: number): Promise<Map<string, unknown>> {
  const owned = new Map<string, unknown>()
  for (const [name, column] of Object.entries(columns)) {
    const field = column.split(' ')[0] ?? ''
    const { rows } = await db.owner.query<{ value: unknown }>(
      `select ${column.replace(field, `${field} as value`)} where vno_id = $1 and ${field} is not null order by id limit 1`,
      [vno],
    )
    if (rows[0]) owned.set(name, rows[0].value)
  }
  return owned
}
