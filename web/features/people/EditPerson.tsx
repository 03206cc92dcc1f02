import { useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { kinds, type Kind, type Person } from './person.ts'
import { checkPerson, fieldText, personInput, technicalInput, valuesOf } from './person-form.ts'
import { PersonFields, TechnicalFields } from './PersonFields.tsx'
import { useSubmit } from '../../api/use-send.ts'

interface EditPersonProps {
  kind: Kind
  person: Person
  close: () => void
  done: () => Promise<void>
}

/** Edits the data and the role of a person. */
export function EditPerson({ kind, person: opened, close, done }: EditPersonProps) {
  // Record as it was when the dialog opened: a concurrent change is reported when saving.
  const [person] = useState(opened)
  const edit = useSubmit(`${kinds[kind].calls}/edit`)
  const initial = useMemo(() => valuesOf(person), [person])
  const form = useForm({
    limits: limitsOf(`${kinds[kind].calls}/edit`),
    initial,
    version: person.version,
    check: (values) => checkPerson(values, false),
    read: (record) => valuesOf(record as Person),
    send: async (values, version) => {
      await edit({
        id: person.id,
        version,
        ...personInput(values),
        ...(values.role_id !== initial.role_id && { role_id: Number(values.role_id) }),
        ...(kind === 'technical' && technicalInput(values)),
      })
      toast.success(text('people.saved'))
      await done()
      close()
    },
  })
  const vnoId = 'vno_id' in person ? person.vno_id : null
  return (
    <FormDialog
      form={form}
      title={text('people.edit.title', { name: person.name })}
      yes={text('people.save')}
      wide
      nameOf={fieldText}
      close={close}
    >
      <PersonFields form={form} kind={kind} vnoId={vnoId} role={person.role} />
      {kind === 'technical' && <TechnicalFields form={form} vnoId={vnoId} />}
    </FormDialog>
  )
}
