import { invitationKinds, invitationStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { personEmail, personName } from './admins.ts'
import { call, list } from '../call.ts'
import { choice, entity, integer, moment, optional, recordFields, reference, shape, status, text } from '../fields.ts'
import { zones } from './technicals.ts'
import { edited, id, nameRef } from '../wire.ts'

const fields = {
  email: text({ max: 254, filter: true, sort: true }),
  name: text({ max: 120, nullable: true }),
  kind: choice('invitation_kind', invitationKinds, { filter: true }),
  role: reference('name', { filter: true }),
  contractor: reference('name', { nullable: true }),
  state: status(invitationStatus, { filter: true }),
  sent_count: integer({}),
  last_sent_at: moment({}),
  expires_at: moment({ filter: true }),
  /** Null for the neutral operator. */
  vno: reference('name', { nullable: true, filter: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
  updated_at: moment({ column: false }),
  zones: shape(z.array(z.string())),
  used_at: moment({ nullable: true, column: false }),
  used_by: shape(z.nullable(nameRef)),
  disabled_by: shape(z.nullable(nameRef)),
  reason: text({ max: 500, lines: true, nullable: true, column: false }),
}
const invitation = entity(fields)

const given = {
  name: z.optional(z.nullable(personName)),
  zones: z.optional(zones),
  ...optional(fields, 'contractor_id'),
}
const closed = ['NOT_FOUND', 'VERSION_CONFLICT', 'INVITATION_EXPIRED', 'INVITATION_USED'] as const

const get = list({
  ...invitation,
  summary: 'Invitaciones',
  privilege: 'invitations_view',
  scope: 'vno',
  defaultSort: [['created_at', 'desc']],
  search: true,
})

export const invitations = {
  'admin_vno/invitations/get': get,
  'admin_vno/invitations/send': call({
    summary: 'Invita a una dirección, o vuelve a mandar el enlace de una invitación',
    method: 'POST',
    privilege: 'invitations_create',
    scope: 'vno',
    mutates: true,
    /**
     * With `id` only: sends that invitation again with a new link. Otherwise `kind`, `email` and `role_id` are
     * required.
     */
    input: z.strictObject({
      ...z.partial(z.strictObject(edited)).shape,
      ...optional(fields, 'kind', 'role_id'),
      email: z.optional(personEmail),
      ...given,
      /** Only accepted from the neutral operator; by default the neutral operator's own administration. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: invitation.record }),
    problems: [...closed, 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/invitations/edit': call({
    summary: 'Cambia una invitación que nadie ha contestado; otra dirección recibe otro enlace',
    method: 'POST',
    privilege: 'invitations_edit',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ ...edited, ...given, email: z.optional(personEmail), ...optional(fields, 'role_id') }),
    output: z.strictObject({ record: invitation.record }),
    problems: [...closed, 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/invitations/delete': call({
    summary: 'Retira una invitación: su enlace deja de valer',
    method: 'POST',
    privilege: 'invitations_delete',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ ...edited, reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
    output: z.strictObject({ record: invitation.record }),
    problems: closed,
  }),
}
