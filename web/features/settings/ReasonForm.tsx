import type { ReasonRecord } from '@hilo/contract/settings/reasons.ts'
import type { ReasonCatalogue } from '@hilo/domain/reason.ts'
import { useMemo } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { queryClient } from '../../api/query.ts'
import { useSubmit } from '../../api/use-send.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { reasonCode } from './reason-code.ts'

export const refreshReasons = () => queryClient.invalidateQueries({ queryKey: ['admin_vno/reasons/get'] })

interface ReasonFormProps {
  catalogue: ReasonCatalogue
  /** Null for a new one. */
  reason: ReasonRecord | null
  records: readonly ReasonRecord[]
  close: () => void
}

/** Text of a new or existing reason. */
export function ReasonForm({ catalogue, reason, records, close }: ReasonFormProps) {
  const initial = useMemo(() => ({ name: reason?.name ?? '' }), [reason])
  const save = useSubmit('admin_vno/reasons/edit')
  const form = useForm({
    limits: limitsOf('admin_vno/reasons/edit'),
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
      <TextField form={form} name="name" label={text('reasons.name')} autoFocus />
    </FormDialog>
  )
}
