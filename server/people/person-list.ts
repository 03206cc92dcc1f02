/** What the lists of people have in common: how one is found, and how he is shown. */
import { addressHolds, nameHolds, type Bind, type Field, type SearchAlternative } from '../db/list-source.ts'
import { accountTables, type AccountType } from './account-row.ts'

/** Fields that every list of people filters and sorts by; the account is `a`. */
export const personFields = {
  id: { sql: 'a.id', type: 'bigint' },
  role_id: { sql: 'a.role_id', type: 'bigint' },
  status: { sql: 'a.status', type: 'int' },
  user_id: { sql: 'a.user_id', type: 'bigint' },
  email: { sql: `coalesce(a.email, '')`, type: 'text', letters: 'small' },
  name: { sql: 'a.search_name', type: 'text', natural: true },
  created_at: { sql: 'a.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** By any part of the name, or as the address begins. */
export function searchPeople(text: string, bind: Bind): SearchAlternative[] {
  const address = addressHolds('a.email', text, bind)
  if (text.includes('@')) return [{ where: [address] }]
  return [{ where: [`(${nameHolds('a.search_name', text, bind)} or ${address})`] }]
}

const kinds: Readonly<Record<AccountType, string>> = {
  va: `i.kind = 'admin' and i.vno_id = a.vno_id`,
  te: `i.kind = 'technician'`,
  ad: `i.kind = 'admin' and i.vno_id is null`,
}

export function joinPerson(type: AccountType): string {
  return `join ${accountTables[type]} a on a.id = k.id join app_user u on u.id = a.user_id join role o on o.id = a.role_id
  left join lateral (select i.id, i.state, i.expires_at, i.sent_count from invitation i
    where a.status = 1 and i.account_id = a.id and ${kinds[type]} order by i.id desc limit 1) i on true`
}

/** A closed account shows nothing of its person, even where he goes on elsewhere. */
const live = (sql: string) => `case when a.status <> 5 then ${sql} end`
/** In the place of the name of a closed account. */
export const closedName = 'Cuenta dada de baja'
const name = `case when a.status <> 5 then u.name else '${closedName}' end`

export const personRecord = {
  id: 'a.id',
  version: 'a.version',
  user_id: 'a.user_id',
  user: `json_build_object('id', a.user_id, 'name', ${name})`,
  name,
  email: live('coalesce(u.email, a.email)'),
  tax_id: live('u.tax_id'),
  phone: live('u.phone'),
  picture: live('u.picture_file_id'),
  role_id: 'a.role_id',
  role: `json_build_object('id', o.id, 'key', o.key, 'name', o.name)`,
  status: 'a.status',
  suspended_at: 'wire_time(a.suspended_at)',
  suspended_reason: 'a.suspended_reason',
  last_login_at: live('wire_time(u.last_login_at)'),
  invitation: `case when i.id is not null then json_build_object('id', i.id, 'state', i.state,
      'expires_at', wire_time(i.expires_at), 'sent_count', i.sent_count) end`,
  created_at: 'wire_time(a.created_at)',
  updated_at: 'wire_time(a.updated_at)',
  created_by: 'a.created_by',
}

export const personColumns = {
  name,
  email: live('coalesce(u.email, a.email)'),
  tax_id: live('u.tax_id'),
  phone: live('u.phone'),
  'role.name': 'o.name',
  status: 'a.status',
  suspended_reason: 'a.suspended_reason',
  last_login_at: live('u.last_login_at'),
  created_at: 'a.created_at',
  id: 'a.id',
}
