import { useEffect, useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import type { DialogProps } from '../../lists/define.ts'
import { session } from '../../api/session.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useContractors, useOperators, useRoles } from './choices.ts'
import {
  basesOf,
  check,
  fieldText,
  invitable,
  kindOptions,
  sentOf,
  valuesOf,
  type Invitation,
  type InvitationValues,
} from './invitation-form.ts'
import { useSubmit } from '../../api/use-send.ts'
import { ZonesField } from './ZonesField.tsx'

/** Fields of an invitation; for a sent one only those that may still change. */
function InvitationFields({ form, known }: { form: Form<InvitationValues>; known?: Invitation }) {
  const { kind, vno_id: operator, role_id: role, zones } = form.values
  const { set, suggest, dirty } = form
  const vnoId = operator === '' ? null : Number(operator)
  const operators = useOperators()
  const roles = useRoles(basesOf(kind), kind === 'neutral' ? null : vnoId, known?.role)
  const contractors = useContractors(vnoId, kind === 'technician' && (!session.isNeutral() || vnoId !== null))
  const first = kind === 'technician' ? roles.find(({ disabled }) => !disabled)?.value : undefined
  useEffect(() => {
    // Default: technicians usually have the built-in role.
    if (role === '' && first !== undefined) (dirty ? set : suggest)({ role_id: first })
  }, [role, first, dirty, set, suggest])
  return (
    <Fields>
      {!known && <ChoiceField form={form} name="kind" label={fieldText('kind')} options={kindOptions()} wide />}
      {!known && session.isNeutral() && kind !== 'neutral' && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={fieldText('vno_id')}
          options={operators}
          empty={text('people.operator.choose')}
          wide
        />
      )}
      <TextField
        form={form}
        name="email"
        type="email"
        label={fieldText('email')}
        autoFocus={!known}
        {...(known && { hint: text('invitations.email.hint') })}
        wide
      />
      <TextField form={form} name="name" label={fieldText('name')} optional wide />
      <ChoiceField
        form={form}
        name="role_id"
        label={fieldText('role_id')}
        options={roles}
        empty={text('people.role.choose')}
        hint={text('people.role.hint')}
        wide
      />
      {kind === 'technician' && (
        <>
          <ChoiceField
            form={form}
            name="contractor_id"
            label={fieldText('contractor_id')}
            options={contractors}
            empty={text('people.contractor.none')}
            wide
          />
          <ZonesField value={zones} wrong={form.wrong.zones} onChange={(next) => set({ zones: next })} />
        </>
      )}
    </Fields>
  )
}

function blank(): InvitationValues {
  const kind = invitable()[0] ?? 'technician'
  return { kind, email: '', name: '', role_id: '', vno_id: '', contractor_id: '', zones: [] }
}

function Dialog({ close, made }: DialogProps) {
  const send = useSubmit('admin_vno/invitations/send')
  const [initial] = useState(blank)
  const form = useForm({
    limits: limitsOf('admin_vno/invitations/send'),
    initial,
    keepAs: 'people.new.invitation',
    check,
    send: async (values) => {
      const { kind, vno_id } = values
      const operator = kind !== 'neutral' && vno_id !== '' && { vno_id: Number(vno_id) }
      const type = kind === 'technician' ? 'technician' : 'admin'
      const { record } = await send({ ...sentOf(values), kind: type, ...operator })
      toast.success(text('people.invited', { email: record.email }))
      made(record.id)
    },
  })
  // A role belongs to one kind of people and one operator: reset it when they change.
  const chosen = {
    ...form,
    set: (part: Partial<InvitationValues>) =>
      form.set('kind' in part || 'vno_id' in part ? { role_id: '', contractor_id: '', ...part } : part),
  }
  return (
    <FormDialog
      form={chosen}
      title={text('invitations.new')}
      sentence={text('invitations.new.sentence')}
      yes={text('invitations.send')}
      nameOf={fieldText}
      close={close}
    >
      <InvitationFields form={chosen} />
    </FormDialog>
  )
}
export const NewInvitation = { Dialog }

interface EditInvitationProps {
  invitation: Invitation
  close: () => void
  done: () => Promise<void>
}

export function EditInvitation({ invitation: opened, close, done }: EditInvitationProps) {
  const [invitation] = useState(opened)
  const edit = useSubmit('admin_vno/invitations/edit')
  const initial = useMemo(() => valuesOf(invitation), [invitation])
  const form = useForm({
    limits: limitsOf('admin_vno/invitations/edit'),
    initial,
    version: invitation.version,
    check,
    read: (record) => valuesOf(record as Invitation),
    send: async (values, version) => {
      const { email, ...rest } = sentOf(values)
      // An unchanged address is left out: sending it would issue a new link.
      const moved = email !== invitation.email && { email }
      await edit({ id: invitation.id, version, ...rest, ...moved })
      toast.success(text('people.saved'))
      await done()
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('people.edit.title', { name: invitation.email })}
      yes={text('people.save')}
      nameOf={fieldText}
      close={close}
    >
      <InvitationFields form={form} known={invitation} />
    </FormDialog>
  )
}
