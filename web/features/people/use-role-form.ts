import { enabledStatus } from '@hilo/domain/status.ts'
import { useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { privilegesFrom } from './matrix.ts'
import { valuesOf, type Role } from './role-values.ts'
import { useSubmit } from '../../api/use-send.ts'

const { enabled, disabled } = enabledStatus.is

/**
 * Form of a role. The edited record does not change under the user: a concurrent change is reported when saving.
 * `newer`: there is one.
 */
export function useRoleForm(asked: Role, refresh: () => void) {
  const edit = useSubmit('admin_vno/roles/edit')
  const [role, setRole] = useState(asked)
  const initial = useMemo(() => valuesOf(role), [role])
  const form = useForm({
    limits: limitsOf('admin_vno/roles/edit'),
    initial,
    version: role.version,
    keepAs: `people.role.${role.id}`,
    check: ({ name }) => ({ ...(name.trim().length < 2 && { name: text('roles.wrong.name') }) }),
    read: (record) => valuesOf(record as Role),
    send: async (values, version) => {
      const { record } = await edit({
        id: role.id,
        version,
        name: values.name.trim(),
        description: values.description.trim() === '' ? null : values.description.trim(),
        status: values.enabled ? enabled : disabled,
        privileges: privilegesFrom(new Set(values.granted)),
      })
      setRole(record)
      toast.success(text('roles.saved'))
    },
  })
  const settle: typeof form.settle = (which) => {
    form.settle(which)
    if (which !== 'theirs') return
    form.reset()
    refresh()
  }
  const newer = asked.version > role.version
  if (newer && !form.dirty) setRole(asked)
  return { role, newer, form: { ...form, settle } }
}
export type RoleForm = ReturnType<typeof useRoleForm>['form']
