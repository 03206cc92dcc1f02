import { Menu } from '@mantine/core'
import { IconChevronDown, IconDoorExit, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { text } from '../../ui/text.ts'
import { operatorOf } from './operator.ts'
import styles from './top-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu() {
  const { info } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={styles.user}>
          <span className="hidden-visually">{text('shell.user')}</span>
          <Avatar name={info.user.name} />
          <span className={styles.who}>
            {info.user.name}
            <span>{operatorOf(info)}</span>
          </span>
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
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
  )
}
