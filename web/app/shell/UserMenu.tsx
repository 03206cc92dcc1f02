import { IconChevronDown } from '@tabler/icons-react'
import { useSession } from '../../api/session.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { text } from '../../ui/text.ts'
import { usePart } from '../../ui/use-part.ts'
import { logoOf, operatorOf } from './operator.ts'
import styles from './top-bar.module.css'

const load = () => import('./UserMenuOpened.tsx')

/** Name and operator; the menu itself arrives when somebody comes near it. */
export function UserMenu() {
  const { info } = useSession()
  const logo = logoOf(info)
  const [part, want, near] = usePart(load)
  const face = (
    <>
      <span className="hidden-visually">{text('shell.user')} </span>
      {logo !== null && <Logo file={logo} height={24} />}
      <Portrait name={info.user.name} picture={info.user.picture} />
      <span className={styles.who}>
        {info.user.name}
        <span>{operatorOf(info)}</span>
      </span>
      <IconChevronDown size={14} stroke={1.7} aria-hidden />
    </>
  )
  if (part !== null) return <part.UserMenuOpened className={styles.user ?? ''} face={face} />
  return (
    <button
      type="button"
      className={styles.user}
      aria-haspopup="menu"
      onPointerEnter={near}
      onFocus={near}
      onClick={want}
    >
      {face}
    </button>
  )
}
