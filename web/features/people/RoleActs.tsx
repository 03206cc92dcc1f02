import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../lists/icons.tsx'
import { text } from '../../ui/text.ts'
import { grantsOf } from './matrix.ts'
import { mayRole } from './role-rights.ts'
import { downloadMatrix } from './role-words.ts'
import type { Role } from './role-values.ts'

const RoleDialog = lazy(() => import('./NewRole.tsx').then((part) => ({ default: part.RoleDialog })))
const DeleteRole = lazy(() => import('./DeleteRole.tsx').then((part) => ({ default: part.DeleteRole })))

/** Actions on a role. */
export function RoleActs({ role }: { role: Role }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'copy' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <Button onClick={() => downloadMatrix(role.name, grantsOf(role.privileges))}>
        <Icon name="download" />
        {text('list.download')}
      </Button>
      {mayRole(role, 'create') && (
        <Button aria-haspopup="dialog" onClick={() => setAsking('copy')}>
          {text('roles.copy')}
        </Button>
      )}
      {!role.system && mayRole(role, 'delete') && (
        <Button aria-haspopup="dialog" onClick={() => setAsking('delete')}>
          {text('roles.delete')}
        </Button>
      )}
      <Suspense>
        {asking === 'copy' && <RoleDialog scope={role.scope} from={role} close={close} made={close} />}
        {asking === 'delete' && (
          <DeleteRole
            role={role}
            close={close}
            done={() => void navigate({ to: role.scope === 'neutral' ? '/vno/roles-red' : '/vno/roles' })}
          />
        )}
      </Suspense>
    </>
  )
}
