import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Portrait } from '../../ui/Portrait.tsx'
import { text } from '../../ui/text.ts'
import { operatorOf } from './operator.ts'
import styles from './top-bar.module.css'

const load = () => import('./UserMenuOpened.tsx')
const UserMenuOpened = lazy(async () => ({ default: (await load()).UserMenuOpened }))

/** Name and operator; the menu itself arrives when somebody comes near it. */
export function UserMenu() {
  const { info } = useSession()
  const [wanted, setWanted] = useState(false)
  const face = (
    <>
      <span className="hidden-visually">{text('shell.user')} </span>
      <Portrait name={info.user.name} picture={info.user.picture} />
      <span className={styles.who}>
        {info.user.name}
        <span>{operatorOf(info)}</span>
      </span>
      <IconChevronDown size={14} stroke={1.7} aria-hidden />
    </>
  )
  const button = (
    <button
      type="button"
      className={styles.user}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      {face}
    </button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenuOpened className={styles.user ?? ''} face={face} />
    </Suspense>
  )
}
