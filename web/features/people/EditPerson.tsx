import { useMemo, useState } from 'react'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { kinds, type Kind, type Person } from './person.ts'
import { checkPerson, fieldText, ownOf, technicalOf, valuesOf } from './person-form.ts'
import { PersonFields, TechnicalFields } from './PersonFields.tsx'
import { useOnce } from '../../api/use-send.ts'

interface EditPersonProps {
  kind: Kind
  person: Person
  close: () => void
  done: () => void
}

/** Changes what is written down of somebody, and his role. */
export function EditPerson({ kind, person: opened, close, done }: EditPersonProps) {
  // As it was read: whoever saves meanwhile is told of when this is sent.
  const [person] = useState(opened)
  const edit = useOnce(`${kinds[kind].calls}/edit`)
  const initial = useMemo(() => valuesOf(person), [person])
  const form = useForm({
    initial,
    version: person.version,
    check: (values) => checkPerson(values, false),
    read: (record) => valuesOf(record as Person),
    send: async (values, version) => {
      await edit({
        id: person.id,
        version,
        ...ownOf(values),
        ...(values.role_id !== initial.role_id && { role_id: Number(values.role_id) }),
        ...(kind === 'technical' && technicalOf(values)),
      })
      toast.success(text('people.saved'))
      done()
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
