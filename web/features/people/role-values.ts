import type { RecordOf } from '@hilo/contract/index.ts'
import { actions } from '@hilo/domain/privilege.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { allRows, difference, grantsOf, type Grant, type Grants } from './matrix.ts'
import { grantText } from './role-words.ts'

export type Role = RecordOf<'admin_vno/roles/get'>
export type RoleValues = {
  name: string
  description: string
  enabled: boolean
  /** Always in the order of the table, so that the same grants are the same value. */
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

/** Of two lists of grants only what one has and the other has not. */
export function sayGrants(_field: string, value: unknown, other: unknown): string | undefined {
  if (!isList(value) || !isList(other)) return undefined
  const { added } = difference(new Set(other), new Set(value))
  return added.length === 0 ? text('roles.nothingMore') : added.map(grantText).join('; ')
}
