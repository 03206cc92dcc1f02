import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import type { DialogProps } from '../../lists/define.ts'
import { session } from '../../api/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { kinds, type Kind } from './person.ts'
import { checkPerson, fieldText, blankPerson, personInput, technicalInput, type PersonValues } from './person-form.ts'
import { PersonFields, TechnicalFields } from './PersonFields.tsx'
import { useSubmit } from '../../api/use-send.ts'

function check(kind: Kind, values: PersonValues) {
  return {
    ...checkPerson(values, true),
    ...(kind !== 'technical' && values.role_id === '' && { role_id: text('people.wrong.role') }),
    ...(kind !== 'neutral' && session.isNeutral() && values.vno_id === '' && { vno_id: text('people.wrong.operator') }),
  }
}

/** Registers and invites a person, whose account waits for the acceptance. */
function NewPerson({ kind, close, made }: DialogProps & { kind: Kind }) {
  const create = useSubmit(`${kinds[kind].calls}/create`)
  const [initial] = useState(blankPerson)
  const form = useForm({
    limits: limitsOf(`${kinds[kind].calls}/create`),
    initial,
    keepAs: `people.new.${kind}`,
    check: (values) => check(kind, values),
    send: async (values) => {
      const { record } = await create({
        ...personInput(values),
        email: values.email.trim(),
        ...(values.role_id !== '' && { role_id: Number(values.role_id) }),
        ...(values.vno_id !== '' && { vno_id: Number(values.vno_id) }),
        ...(kind === 'technical' && technicalInput(values)),
      })
      toast.success(text('people.invited', { email: values.email.trim() }))
      made(record.id)
    },
  })
  return (
    <FormDialog
      form={form}
      title={text(`people.${kind}.new`)}
      sentence={text('people.new.sentence')}
      yes={text('people.new.yes')}
      wide
      nameOf={fieldText}
      close={close}
    >
      <PersonFields form={form} kind={kind} vnoId={null} />
      {kind === 'technical' && <TechnicalFields form={form} vnoId={null} />}
    </FormDialog>
  )
}

const dialogOf = (kind: Kind) => (props: DialogProps) => <NewPerson kind={kind} {...props} />
export const NewTechnical = { Dialog: dialogOf('technical') }
export const NewAdmin = { Dialog: dialogOf('admin') }
export const NewNeutralAdmin = { Dialog: dialogOf('neutral') }
