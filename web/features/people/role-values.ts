import type { RecordOf } from '@hilo/contract/index.ts'
import { actions } from '@hilo/domain/privilege.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { allRows, difference, grantsOf, type Grant, type Grants } from './matrix.ts'
import { grantText } from './role-words.ts'

export type Role = RecordOf<'admin_vno/roles/get'>
type RoleValues = {
  name: string
  description: string
  enabled: boolean
  /** In table order, so that equal privileges compare equal. */
  granted: readonly Grant[]
}

export const ordered = (grants: Grants): Grant[] =>
  allRows.flatMap(({ cells }) => actions.map((action) => cells[action])).filter((cell) => grants.has(cell))

export const valuesOf = ({ name, description, status, privileges }: Role): RoleValues => ({
  name,
  description: description ?? '',
  enabled: status === enabledStatus.is.enabled,
  granted: ordered(grantsOf(privileges)),
})

export const fieldText = (field: string): string =>
  text(field === 'granted' ? 'roles.granted' : field === 'enabled' ? 'roles.enabled' : `column.roles.${field}`)

const isList = (value: unknown): value is readonly Grant[] => Array.isArray(value)

/** Names of the privileges that `other` lacks. */
export function missingGrantsText(_field: string, value: unknown, other: unknown): string | undefined {
  if (!isList(value) || !isList(other)) return undefined
  const { added } = difference(new Set(other), new Set(value))
  return added.length === 0 ? text('roles.nothingMore') : added.map(grantText).join('; ')
}
