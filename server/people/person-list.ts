/** Common parts of the lists of people: search and display. */
import { accountStatus } from '@hilo/domain/status.ts'
import { addressHolds, nameHolds, type Bind, type Field, type SearchAlternative } from '../kernel/list/list-source.ts'
import type { AccountType } from './account-row.ts'

/** Filters and sorts of every list of people that compare another expression than the record's; the account is `a`. */
export const personKeys = {
  email: { sql: `coalesce(a.email, '')`, letters: 'small' },
  name: { sql: 'a.search_name', natural: true },
} as const satisfies Record<string, Partial<Field>>

/** By any part of the name, or by prefix of the address. */
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

/** Joins from the account `a` to its person, its role and its pending invitation. */
export function personJoins(type: AccountType): string {
  return `join app_user u on u.id = a.user_id join role o on o.id = a.role_id
  left join lateral (select i.id, i.state, i.expires_at, i.sent_count from invitation i
    where a.status = ${accountStatus.is.created} and i.account_id = a.id and ${kinds[type]} order by i.id desc limit 1) i on true`
}

/** A closed account shows no personal data, even if the person has another account. */
const live = (sql: string) => `case when a.status <> ${accountStatus.is.unavailable} then ${sql} end`
/** Replaces the name of a closed account. */
export const closedName = 'Cuenta dada de baja'
const name = `case when a.status <> ${accountStatus.is.unavailable} then u.name else '${closedName}' end`

/** Fields of a person that are no column of the account. */
export const personRecord = {
  user: `json_build_object('id', a.user_id, 'name', ${name})`,
  name,
  email: live('coalesce(u.email, a.email)'),
  tax_id: live('u.tax_id'),
  phone: live('u.phone'),
  picture: live('u.picture_file_id'),
  last_login_at: live('u.last_login_at'),
  invitation: `case when i.id is not null then json_build_object('id', i.id, 'state', i.state,
      'expires_at', wire_time(i.expires_at), 'sent_count', i.sent_count) end`,
}
