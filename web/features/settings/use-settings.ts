import type { Output } from '@hilo/contract/index.ts'
import type { SettingRecord } from '@hilo/contract/settings.ts'
import type { SettingGroup } from '@hilo/domain/settings.ts'
import { useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useOnce } from '../../api/use-send.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { changesIn, formOf, wrongIn, type SettingForm } from './setting-values.ts'

type Shown = Output<'admin_vno/settings/get'>

const refresh = () =>
  Promise.all(
    ['admin_vno/settings/get', 'admin_vno/audit/get'].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

/** The settings of a group as a form: only what differs is sent, over the version that was read. */
export function useSettings(group: SettingGroup, shown: Shown) {
  const { version: read, vno_id: owner } = shown
  const records = useMemo(() => shown.records.filter((one) => one.group === group), [shown.records, group])
  const initial = useMemo(() => formOf(records), [records])
  const save = useOnce('admin_vno/settings/edit')
  const neutral = session.get().accountType === 'ad'
  /** Nobody's rules bind what the neutral operator sets for everybody. */
  const free = neutral && owner === null
  const form = useForm<SettingForm>({
    initial,
    version: read,
    keepAs: `settings.${group}.${owner ?? 'all'}`,
    check: (values) => wrongIn(records, values, free),
    read: (record) => {
      const { records: newer } = record as { records: SettingRecord[] }
      return formOf(newer.filter((one) => one.group === group))
    },
    send: async (values, version) => {
      const changes = changesIn(records, values)
      const input = {
        values: changes,
        version,
        ...(neutral && owner !== null && { vno_id: owner }),
      }
      try {
        if (Object.keys(changes).length > 0) await save(input)
      } catch (error) {
        await refresh()
        throw error
      }
      await refresh()
      form.reset()
      toast.success(text('settings.saved'))
    },
  })
  return { records, form, free, editable: session.can(`${group}_edit`) }
}
