import type { Output } from '@hilo/contract/index.ts'
import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import type { SettingGroup } from '@hilo/domain/settings.ts'
import { useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSubmit } from '../../api/use-send.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { changesIn, formOf, wrongIn, type SettingForm } from './setting-values.ts'

type Shown = Output<'admin_vno/settings/get'>

const refresh = () =>
  Promise.all(
    ['admin_vno/settings/get', 'admin_vno/audit/get'].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

/** Form of a group of settings: saves only changes, with an optimistic version check. */
export function useSettings(group: SettingGroup, shown: Shown) {
  const { version: read, vno_id: owner } = shown
  const records = useMemo(() => shown.records.filter((one) => one.group === group), [shown.records, group])
  const initial = useMemo(() => formOf(records), [records])
  const save = useSubmit('admin_vno/settings/edit')
  const neutral = session.isNeutral()
  /** No limits apply when the neutral operator edits the defaults. */
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
