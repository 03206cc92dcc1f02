import type { RecordOf } from '@hilo/contract/index.ts'
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { session } from '../../api/session.ts'
import type { Option } from '../../ui/form/fields.tsx'
import { text } from '../../ui/text.ts'
import { choiceText } from '../../lists/text.ts'
import { isEmail } from '@hilo/domain/email.ts'
import { kinds } from './person.ts'

export type Invitation = RecordOf<'admin_vno/invitations/get'>
export type InvitationValues = {
  /** `neutral`: administrators of the neutral operator. */
  kind: 'technician' | 'admin' | 'neutral'
  email: string
  name: string
  role_id: string
  vno_id: string
  contractor_id: string
  zones: readonly string[]
}
const creates = { technician: 'technician_create', admin: 'adminVNO_create', neutral: 'admin_create' } as const

/** Kinds that the session may invite: requires both the privilege to invite and that to add. */
export function invitable(): InvitationValues['kind'][] {
  const all = session.isNeutral() ? (['technician', 'admin', 'neutral'] as const) : (['technician', 'admin'] as const)
  return all.filter((kind) => session.can(creates[kind]))
}
export const kindOptions = (): Option[] =>
  invitable().map((kind) => ({
    value: kind,
    text: kind === 'neutral' ? text('invitations.kind.neutral') : choiceText('invitation_kind', kind),
  }))

export const basesOf = (kind: InvitationValues['kind']): readonly BaseRole[] =>
  kinds[kind === 'technician' ? 'technical' : kind].bases

export function valuesOf(invitation: Invitation): InvitationValues {
  const { kind, email, name, role_id, vno_id, contractor_id, zones } = invitation
  return {
    kind: kind === 'admin' && vno_id === null ? 'neutral' : kind,
    email,
    name: name ?? '',
    role_id: String(role_id),
    vno_id: vno_id === null ? '' : String(vno_id),
    contractor_id: contractor_id === null ? '' : String(contractor_id),
    zones,
  }
}

export const check = ({ kind, email, role_id, vno_id }: InvitationValues) => ({
  ...(!isEmail(email) && { email: text('people.wrong.email') }),
  ...(role_id === '' && { role_id: text('people.wrong.role') }),
  ...(session.isNeutral() && kind !== 'neutral' && vno_id === '' && { vno_id: text('people.wrong.operator') }),
})

/** Editable fields as call input. */
export const sentOf = ({ kind, email, name, role_id, contractor_id, zones }: InvitationValues) => ({
  email: email.trim(),
  name: name.trim() === '' ? null : name.trim(),
  role_id: Number(role_id),
  ...(kind === 'technician' && {
    contractor_id: contractor_id === '' ? null : Number(contractor_id),
    zones: [...zones],
  }),
})

const names: Readonly<Record<string, string>> = {
  role_id: 'column.invitations.role.name',
  vno_id: 'column.invitations.vno.name',
  contractor_id: 'column.invitations.contractor.name',
  zones: 'column.technicals.zones',
}
export const fieldText = (field: string): string => text(names[field] ?? `column.invitations.${field}`)
