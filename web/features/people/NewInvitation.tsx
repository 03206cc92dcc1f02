import { useEffect, useMemo, useState } from 'react'
import type { DialogProps } from '../../lists/define.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
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
import { isNeutral } from './person.ts'
import { useOnce } from '../../api/use-send.ts'
import { ZonesField } from './ZonesField.tsx'

/** Who is invited, to what, and for whom; of one that is sent already only what may still change. */
function InvitationFields({ form, known }: { form: Form<InvitationValues>; known?: Invitation }) {
  const { kind, vno_id: operator, role_id: role, zones } = form.values
  const { set, suggest, dirty } = form
  const vnoId = operator === '' ? null : Number(operator)
  const operators = useOperators()
  const roles = useRoles(basesOf(kind), kind === 'neutral' ? null : vnoId, known?.role)
  const contractors = useContractors(vnoId, kind === 'technician' && (!isNeutral() || vnoId !== null))
  const first = kind === 'technician' ? roles.find(({ disabled }) => !disabled)?.value : undefined
  useEffect(() => {
    // Technicians nearly always have the product's own role.
    if (role === '' && first !== undefined) (dirty ? set : suggest)({ role_id: first })
  }, [role, first, dirty, set, suggest])
  return (
    <Fields>
      {!known && <ChoiceField form={form} name="kind" label={fieldText('kind')} options={kindOptions()} wide />}
      {!known && isNeutral() && kind !== 'neutral' && (
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
        maxLength={254}
        autoFocus={!known}
        {...(known && { hint: text('invitations.email.hint') })}
        wide
      />
      <TextField form={form} name="name" label={fieldText('name')} maxLength={120} optional wide />
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
  const send = useOnce('admin_vno/invitations/send')
  const [initial] = useState(blank)
  const form = useForm({
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
  // A role is of one kind and of one operator.
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
  done: () => void
}

export function EditInvitation({ invitation: opened, close, done }: EditInvitationProps) {
  const [invitation] = useState(opened)
  const edit = useOnce('admin_vno/invitations/edit')
  const initial = useMemo(() => valuesOf(invitation), [invitation])
  const form = useForm({
    initial,
    version: invitation.version,
    check,
    read: (record) => valuesOf(record as Invitation),
    send: async (values, version) => {
      const { email, ...rest } = sentOf(values)
      // The same address again would be another link.
      const moved = email !== invitation.email && { email }
      await edit({ id: invitation.id, version, ...rest, ...moved })
      toast.success(text('people.saved'))
      done()
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
