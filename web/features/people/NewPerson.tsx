import { useState } from 'react'
import type { DialogProps } from '../../lists/define.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { isNeutral, kinds, type Kind } from './person.ts'
import { checkPerson, fieldText, nobody, ownOf, technicalOf, type PersonValues } from './person-form.ts'
import { PersonFields, TechnicalFields } from './PersonFields.tsx'
import { useOnce } from '../../api/use-send.ts'

function check(kind: Kind, values: PersonValues) {
  return {
    ...checkPerson(values, true),
    ...(kind !== 'technical' && values.role_id === '' && { role_id: text('people.wrong.role') }),
    ...(kind !== 'neutral' && isNeutral() && values.vno_id === '' && { vno_id: text('people.wrong.operator') }),
  }
}

/** Writes somebody down and invites him: his account waits until he answers. */
function NewPerson({ kind, close, made }: DialogProps & { kind: Kind }) {
  const create = useOnce(`${kinds[kind].calls}/create`)
  const [initial] = useState(nobody)
  const form = useForm({
    initial,
    keepAs: `people.new.${kind}`,
    check: (values) => check(kind, values),
    send: async (values) => {
      const { record } = await create({
        ...ownOf(values),
        email: values.email.trim(),
        ...(values.role_id !== '' && { role_id: Number(values.role_id) }),
        ...(values.vno_id !== '' && { vno_id: Number(values.vno_id) }),
        ...(kind === 'technical' && technicalOf(values)),
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
