import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useRoles } from './choices.ts'
import { kinds } from './person.ts'
import { kindOf } from './RoleMembers.tsx'
import type { Role } from './role-values.ts'
import { useSubmit } from '../../api/use-send.ts'

/** Gives each member of a role another role, one by one; a failure stops the loop, and a retry resumes it. */
async function moveMembers(role: Role, to: number, tell: (done: number) => void): Promise<void> {
  const { calls } = kinds[kindOf(role)]
  const query = { filter: { role_id: role.id, status: [1, 2, 3, 4] }, limit: 50 }
  let done = 0
  for (;;) {
    const { records } = await call(`${calls}/get`, query)
    if (records.length === 0) return
    for (const { id, version } of records) {
      await call(`${calls}/edit`, { id, version, role_id: to })
      tell(++done)
    }
  }
}

interface DeleteRoleProps {
  role: Role
  close: () => void
  done: () => void
}

/** Deletes a role after its members have been given another one. */
export function DeleteRole({ role, close, done }: DeleteRoleProps) {
  const remove = useSubmit('admin_vno/roles/delete')
  const [moved, setMoved] = useState(0)
  const [initial] = useState({ to: '' })
  const inUse = role.members_count > 0
  const options = useRoles(kinds[kindOf(role)].bases, role.vno_id).filter(({ value }) => value !== String(role.id))
  const form = useForm({
    initial,
    check: ({ to }) => ({ ...(inUse && to === '' && { to: text('roles.delete.choose') }) }),
    send: async ({ to }) => {
      if (inUse) await moveMembers(role, Number(to), setMoved)
      await remove({ id: role.id, version: role.version })
      toast.success(text('roles.deleted', { name: role.name }))
      close()
      done()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('roles.delete.title', { name: role.name })}
      sentence={text(inUse ? 'roles.delete.used' : 'roles.delete.text', { count: role.members_count })}
      yes={text('roles.delete')}
      danger
      close={close}
    >
      {inUse && (
        <ChoiceField
          form={form}
          name="to"
          label={text('roles.delete.to')}
          options={options}
          empty={text('people.role.choose')}
          hint={
            form.sending
              ? text('roles.delete.moving', { done: moved, all: role.members_count })
              : text('roles.delete.hint')
          }
        />
      )}
    </FormDialog>
  )
}
