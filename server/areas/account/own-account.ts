import { Json, type ReadHandler } from '../../kernel/handler.ts'
import { accept } from './agreements.ts'
import { edit } from './edit.ts'
import { leave } from './leave.ts'
import { ownData, personRecord } from './queries.ts'

const exportData = (async ({ sql }) =>
  new Json(`{"record":${await sql.json(ownData, [])}}`)) satisfies ReadHandler<'account/export'>

const person = (async ({ sql, principal }) =>
  new Json(`{"record":${await sql.json(personRecord, [principal.user.id])}}`)) satisfies ReadHandler<'account/get'>

/** Calls on the own account. */
export const own = {
  'account/get': person,
  'account/edit': edit,
  'account/delete': leave,
  'account/agreements/accept': accept,
  'account/export': exportData,
}
