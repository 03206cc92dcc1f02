import { accountStatus, invitationStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { id, nameRef, oneLine, phone, recordBase, time, version } from '../wire.ts'

const { active, suspended, unavailable } = accountStatus.is

export const personName = z.string().check(oneLine, z.minLength(1), z.maxLength(120))
export const personEmail = z.email().check(z.maxLength(254), z.toLowerCase())
const reason = z.string().check(z.trim(), z.minLength(5), z.maxLength(500))

/** Personal data, edited by the person or an administrator. */
export const personFields = {
  tax_id: z.optional(z.nullable(z.string().check(z.maxLength(20), z.overwrite(cleanTaxId), z.refine(isTaxId)))),
  /** E.164: `+34600112233`. */
  phone: z.optional(z.nullable(phone)),
}

/** Editable fields of a person, for every kind of account. */
export const personEdit = {
  id,
  version: z.optional(version),
  name: z.optional(personName),
  ...personFields,
  role_id: z.optional(id),
  /** 4: approved or reactivated; 3: suspended, with a reason; 5: rejected while pending. */
  status: z.optional(z.literal([suspended, active, unavailable])),
  suspended_reason: z.optional(reason),
}

/** A person with the account. */
export const personRecord = {
  ...recordBase,
  user_id: id,
  user: nameRef,
  name: z.string(),
  /** The invited address, until the invitation is accepted. */
  email: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** File id of the picture. */
  picture: z.nullable(id),
  role_id: id,
  role: z.strictObject({ id, key: z.string(), name: z.string() }),
  status: z.literal(accountStatus.values),
  suspended_at: z.nullable(time),
  suspended_reason: z.nullable(z.string()),
  last_login_at: z.nullable(time),
  /** The pending invitation. */
  invitation: z.nullable(
    z.strictObject({ id, state: z.literal(invitationStatus.values), expires_at: time, sent_count: z.int() }),
  ),
}

const neutral = z.strictObject(personRecord)
const admin = z.strictObject({ ...personRecord, vno_id: id, vno: nameRef })

const create = { name: personName, email: personEmail, ...personFields, role_id: id }
const remove = z.strictObject({ id, version: z.optional(version), reason: z.optional(reason) })
const endingProblems = ['NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_BAD_STATE', 'PRIVILEGE_DENIED', 'LAST_ADMIN'] as const

const declared = {
  scope: 'vno',
  sorts: ['name', 'created_at', 'id'],
  defaultSort: [['name', 'asc']],
  search: true,
} as const
const filters = {
  id: { kind: 'id' },
  user_id: { kind: 'id' },
  email: { kind: 'code' },
  role_id: { kind: 'id' },
  status: { kind: 'status', values: accountStatus.values },
  created_at: { kind: 'time' },
} as const
const columns = {
  name: 'text',
  email: 'text',
  tax_id: 'code',
  phone: 'text',
  'role.name': 'text',
  status: 'status:account',
  suspended_reason: 'text',
  last_login_at: 'time',
  created_at: 'time',
} as const

const ofVno = list({
  ...declared,
  summary: 'Administradores del operador',
  privilege: 'adminVNO_view',
  record: admin,
  filters: { ...filters, vno_id: { kind: 'id' } },
  columns: { ...columns, 'vno.name': 'text', id: 'id' },
})
const ofNeutral = list({
  ...declared,
  name: 'neutral_admins',
  summary: 'Administradores del operador neutro',
  privilege: 'admin_view',
  extension: true,
  record: neutral,
  filters,
  columns: { ...columns, id: 'id' },
})

export const admins = {
  'admin_vno/admins/get': ofVno,
  'admin_vno/admins/download': download(ofVno, 'Descarga de administradores'),
  'admin_vno/admins/create': call({
    summary: 'Invita a un administrador: su cuenta espera a que conteste',
    method: 'POST',
    privilege: 'adminVNO_create',
    scope: 'vno',
    mutates: true,
    /** `vno_id` is only accepted from the neutral operator. */
    input: z.strictObject({ ...create, vno_id: z.optional(id) }),
    output: z.strictObject({ record: admin }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/admins/edit': call({
    summary: 'Cambia los datos, el rol o el estado de un administrador',
    method: 'POST',
    privilege: 'adminVNO_edit',
    scope: 'vno',
    mutates: true,
    input: z.strictObject(personEdit),
    output: z.strictObject({ record: admin }),
    problems: [...endingProblems, 'PRIVILEGE_ESCALATION'],
  }),
  'admin_vno/admins/delete': call({
    summary: 'Da de baja a un administrador',
    method: 'POST',
    privilege: 'adminVNO_delete',
    scope: 'vno',
    mutates: true,
    input: remove,
    output: z.strictObject({ record: admin }),
    problems: endingProblems,
  }),
  'admin_vno/admins/neutral/get': ofNeutral,
  'admin_vno/admins/neutral/download': download(ofNeutral, 'Descarga de administradores del operador neutro', true),
  'admin_vno/admins/neutral/create': call({
    summary: 'Invita a un administrador del operador neutro',
    method: 'POST',
    privilege: 'admin_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject(create),
    output: z.strictObject({ record: neutral }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/admins/neutral/edit': call({
    summary: 'Cambia los datos, el rol o el estado de un administrador del operador neutro',
    method: 'POST',
    privilege: 'admin_edit',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject(personEdit),
    output: z.strictObject({ record: neutral }),
    problems: [...endingProblems, 'PRIVILEGE_ESCALATION'],
  }),
  'admin_vno/admins/neutral/delete': call({
    summary: 'Da de baja a un administrador del operador neutro',
    method: 'POST',
    privilege: 'admin_delete',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: remove,
    output: z.strictObject({ record: neutral }),
    problems: endingProblems,
  }),
}
export const personRemove = remove
