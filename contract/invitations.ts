import { invitationKinds, invitationStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { personEmail, personName } from './admins.ts'
import { call, list } from './call.ts'
import { zones } from './technicals.ts'
import { id, nameRef, recordBase, time, version } from './wire.ts'

const kind = z.enum(invitationKinds)

const invitation = z.strictObject({
  ...recordBase,
  kind,
  email: z.string(),
  name: z.nullable(z.string()),
  role_id: id,
  role: nameRef,
  /** Null: of the neutral operator. */
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  contractor_id: z.nullable(id),
  contractor: z.nullable(nameRef),
  zones: z.array(z.string()),
  state: z.literal(invitationStatus.values),
  expires_at: time,
  sent_count: z.int(),
  last_sent_at: time,
  used_at: z.nullable(time),
  used_by: z.nullable(nameRef),
  disabled_by: z.nullable(nameRef),
  reason: z.nullable(z.string()),
})

const fields = {
  name: z.optional(z.nullable(personName)),
  contractor_id: z.optional(z.nullable(id)),
  zones: z.optional(zones),
}
const target = { id, version: z.optional(version) }
const closed = ['NOT_FOUND', 'VERSION_CONFLICT', 'INVITATION_EXPIRED', 'INVITATION_USED'] as const

const get = list({
  summary: 'Invitaciones',
  privilege: 'invitations_view',
  scope: 'vno',
  record: invitation,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    kind: { kind: 'choice', values: invitationKinds },
    state: { kind: 'status', values: invitationStatus.values },
    email: { kind: 'code' },
    role_id: { kind: 'id' },
    created_at: { kind: 'time' },
    expires_at: { kind: 'time' },
  },
  sorts: ['created_at', 'email', 'id'],
  defaultSort: [['created_at', 'desc']],
  search: true,
  columns: {
    email: 'text',
    name: 'text',
    kind: 'choice:invitation_kind',
    'role.name': 'text',
    'contractor.name': 'text',
    state: 'status:invitation',
    sent_count: 'integer',
    last_sent_at: 'time',
    expires_at: 'time',
    created_at: 'time',
    'vno.name': 'text',
    id: 'id',
  },
})

export const invitations = {
  'admin_vno/invitations/get': get,
  'admin_vno/invitations/send': call({
    summary: 'Invita a una dirección, o vuelve a mandar el enlace de una invitación',
    method: 'POST',
    privilege: 'invitations_create',
    scope: 'vno',
    mutates: true,
    /** With `id` alone: another link for that invitation. Otherwise `kind`, `email` and `role_id` are mandatory. */
    input: z.strictObject({
      id: z.optional(id),
      version: z.optional(version),
      kind: z.optional(kind),
      email: z.optional(personEmail),
      role_id: z.optional(id),
      ...fields,
      /** By the neutral operator; without it he invites to his own administration. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: invitation }),
    problems: [...closed, 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/invitations/edit': call({
    summary: 'Cambia una invitación que nadie ha contestado; otra dirección recibe otro enlace',
    method: 'POST',
    privilege: 'invitations_edit',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ ...target, ...fields, email: z.optional(personEmail), role_id: z.optional(id) }),
    output: z.strictObject({ record: invitation }),
    problems: [...closed, 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/invitations/delete': call({
    summary: 'Retira una invitación: su enlace deja de valer',
    method: 'POST',
    privilege: 'invitations_delete',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ ...target, reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
    output: z.strictObject({ record: invitation }),
    problems: closed,
  }),
}
