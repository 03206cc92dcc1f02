import IconChevronDown from '@iconify-json/tabler/chevron-down'
import IconDoorExit from '@iconify-json/tabler/door-exit'
import IconHelpCircle from '@iconify-json/tabler/help-circle'
import IconUserCircle from '@iconify-json/tabler/user-circle'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { Menu } from '../../kit/Menu.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { text } from '../../ui/text.ts'
import { logoOf, operatorOf } from './operator.ts'
import styles from './top-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** User name and operator, with the user's own entries. */
export function UserMenu() {
  const { info } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const logo = logoOf(info)
  return (
    <Menu
      className={styles.user}
      align="end"
      items={[
        {
          name: text('shell.profile'),
          icon: <IconUserCircle size={16} stroke={1.6} aria-hidden />,
          act: () => void navigate({ to: '/vno/perfil' }),
        },
        {
          name: text('support.title'),
          icon: <IconHelpCircle size={16} stroke={1.6} aria-hidden />,
          act: () => void navigate({ to: '/vno/soporte' }),
        },
        { name: text('shell.sign_out'), icon: <IconDoorExit size={16} stroke={1.6} aria-hidden />, act: signOut },
      ]}
      button={
        <>
          <span className="hidden-visually">{text('shell.user')} </span>
          {logo !== null && <Logo file={logo} height={24} />}
          <Portrait name={info.user.name} picture={info.user.picture} />
          <span className={`${styles.who} grid semibold text-s lines-16`}>
            {info.user.name}
            <span className="text-xs ink-3 normal">{operatorOf(info)}</span>
          </span>
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </>
      }
    />
  )
}
