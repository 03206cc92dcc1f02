import { roleBases, roleScopes } from '@hilo/domain/role.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { id, nameRef, oneLine, recordBase, version } from '../wire.ts'

const key = z.string().check(z.maxLength(64))
const privs = z.record(key, z.boolean())
/** Areas with their actions, and sub-items of areas with theirs. An unlisted privilege is not granted. */
const privileges = z.record(
  key,
  z.strictObject({ privs, sub_items: z.optional(z.record(key, z.strictObject({ privs }))) }),
)

const role = z.strictObject({
  ...recordBase,
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  scope: z.enum(roleScopes),
  base: z.enum(roleBases),
  status: z.literal(enabledStatus.values),
  /** Every area, sub-item and action, expanded. */
  privileges,
  /** Number of accounts with the role that are not closed, within the viewer's operator. */
  members_count: z.int(),
  /** Built-in role: can be copied, not changed. */
  system: z.boolean(),
  /** Null for roles of the neutral operator and built-in ones. */
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
})
export type Role = z.infer<typeof role>

const name = z.string().check(oneLine, z.minLength(2), z.maxLength(60))
const description = z.nullable(z.string().check(z.trim(), z.maxLength(500)))
const status = z.literal(enabledStatus.values)

const get = list({
  summary: 'Roles propios y del sistema',
  privilege: ['role-admin-vno_view', 'role_view'],
  scope: 'vno',
  record: role,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    key: { kind: 'code' },
    scope: { kind: 'choice', values: roleScopes },
    base: { kind: 'choice', values: roleBases },
    status: { kind: 'status', values: enabledStatus.values },
    system: { kind: 'boolean' },
    created_at: { kind: 'time' },
  },
  sorts: ['name', 'created_at', 'id'],
  defaultSort: [['name', 'asc']],
  search: true,
  columns: {
    name: 'text',
    description: 'text',
    base: 'choice:role_base',
    scope: 'choice:role_scope',
    status: 'status:enabled',
    members_count: 'integer',
    'vno.name': 'text',
    key: 'code',
    created_at: 'time',
    updated_at: 'time',
    id: 'id',
  },
})

export const roles = {
  'admin_vno/roles/get': get,
  'admin_vno/roles/download': download(get, 'Descarga de roles'),
  'admin_vno/roles/create': call({
    summary: 'Crea un rol, desde cero o como copia de otro',
    method: 'POST',
    privilege: ['role-admin-vno_create', 'role_create'],
    scope: 'vno',
    mutates: true,
    input: z.strictObject({
      name,
      description: z.optional(description),
      /** Account kind that the role is for; set by the neutral operator only, with the operator in `vno_id`. */
      scope: z.optional(z.enum(roleScopes)),
      vno_id: z.optional(id),
      base: z.optional(z.enum(roleBases)),
      /** Role to copy: omitted fields are taken from it. */
      from_id: z.optional(id),
      privileges: z.optional(privileges),
    }),
    output: z.strictObject({ record: role }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/roles/edit': call({
    summary: 'Cambia un rol',
    method: 'POST',
    privilege: ['role-admin-vno_edit', 'role_edit'],
    scope: 'vno',
    mutates: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      name: z.optional(name),
      description: z.optional(description),
      status: z.optional(status),
      /** Replaces the whole map. */
      privileges: z.optional(privileges),
    }),
    output: z.strictObject({ record: role }),
    problems: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'ALREADY_EXISTS',
      'ROLE_SYSTEM',
      'PRIVILEGE_ESCALATION',
      'PRIVILEGE_DENIED',
      'LAST_ADMIN',
    ],
  }),
  'admin_vno/roles/delete': call({
    summary: 'Borra un rol que nadie tiene',
    method: 'POST',
    privilege: ['role-admin-vno_delete', 'role_delete'],
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ id, version: z.optional(version) }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: z.strictObject({ id }) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ROLE_SYSTEM', 'ROLE_IN_USE', 'PRIVILEGE_DENIED'],
  }),
}
