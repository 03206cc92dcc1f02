import { Menu } from '@mantine/core'
import { IconDoorExit, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Kit } from '../../ui/Kit.tsx'
import { text } from '../../ui/text.ts'
import { useSignOut } from './use-sign-out.ts'

/** The menu under the person's name, open from the start. */
export function UserMenuOpened({ className, face }: { className: string; face: ReactNode }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  // The button that was pressed has been replaced by this one, so the focus is given back by hand.
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Kit>
      <Menu position="bottom-end" width={200} defaultOpened returnFocus={false} onClose={() => button.current?.focus()}>
        <Menu.Target>
          <button ref={button} type="button" className={className}>
            {face}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden />}
            onClick={() => void navigate({ to: '/vno/perfil' })}
          >
            {text('shell.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDoorExit size={16} stroke={1.6} aria-hidden />} onClick={signOut}>
            {text('shell.sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Kit>
  )
}
