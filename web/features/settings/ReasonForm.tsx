import type { ReasonRecord } from '@hilo/contract/reasons.ts'
import type { ReasonCatalogue } from '@hilo/domain/reason.ts'
import { useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { useOnce } from '../../api/use-send.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { reasonCode } from './reason-code.ts'

export const refreshReasons = () => queryClient.invalidateQueries({ queryKey: ['admin_vno/reasons/get'] })

interface ReasonFormProps {
  catalogue: ReasonCatalogue
  /** Null: a new one. */
  reason: ReasonRecord | null
  records: readonly ReasonRecord[]
  close: () => void
}

/** The text of a reason: a new one, or one that there is. */
export function ReasonForm({ catalogue, reason, records, close }: ReasonFormProps) {
  const initial = useMemo(() => ({ name: reason?.name ?? '' }), [reason])
  const save = useOnce('admin_vno/reasons/edit')
  const form = useForm({
    initial,
    version: reason?.version,
    check: ({ name }) => {
      const wanted = name.trim().toLocaleLowerCase('es')
      if (wanted.length < 2) return { name: text('reasons.short') }
      const twin = records.some((one) => one.code !== reason?.code && one.name.toLocaleLowerCase('es') === wanted)
      return twin ? { name: text('reasons.twin') } : {}
    },
    read: (record) => ({ name: (record as ReasonRecord | null)?.name ?? '' }),
    send: async ({ name }, version) => {
      const code = reason?.code ?? reasonCode(name, records.map((one) => one.code)) // prettier-ignore
      await save({ catalogue, code, name, version })
      await refreshReasons()
      toast.success(text(reason ? 'reasons.changed' : 'reasons.added'))
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text(reason ? 'reasons.edit' : 'reasons.add')}
      sentence={text(`reasons.where.${catalogue}`)}
      yes={text(reason ? 'reasons.save' : 'reasons.add')}
      nameOf={() => text('reasons.name')}
      close={close}
    >
      <TextField form={form} name="name" label={text('reasons.name')} maxLength={120} autoFocus />
    </FormDialog>
  )
}
