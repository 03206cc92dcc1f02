import { IconDoorExit, IconMoon, IconSearch, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import type { MenuGroup } from '../menu.ts'
import { phoneEntries } from '../menu.ts'
import styles from './bottom-bar.module.css'
import { MenuIcon } from './Icons.tsx'
import { operatorOf } from './operator.ts'
import { useSignOut } from './use-sign-out.ts'

interface MoreSheetProps {
  groups: readonly MenuGroup[]
  search: () => void
  close: () => void
}

/** What does not fit in the bottom bar, at the thumb. */
export function MoreSheet({ groups, search, close }: MoreSheetProps) {
  const dialog = useDialog(close)
  const navigate = useNavigate()
  const dark = useColorScheme() === 'dark'
  const signOut = useSignOut()
  const shown = new Set(phoneEntries(groups))
  const rest = groups.flatMap(({ entries }) => entries.filter((entry) => !shown.has(entry)))
  const Scheme = dark ? IconSun : IconMoon
  const act = (what: () => void) => () => {
    close()
    what()
  }
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={text('menu.more')}>
      <Person />
      {rest.map(({ route, label, icon, under }) => (
        <Fragment key={route}>
          <Row icon={<MenuIcon name={icon} size={22} />} act={act(() => void navigate({ to: route }))}>
            {text(label)}
          </Row>
          {under?.slice(1).map((one) => (
            <Row key={one.route} icon={null} act={act(() => void navigate({ to: one.route }))}>
              {text(one.label)}
            </Row>
          ))}
        </Fragment>
      ))}
      <Row icon={<IconSearch size={22} stroke={1.6} />} act={act(search)}>
        {text('shell.search.label')}
      </Row>
      <Row icon={<Scheme size={22} stroke={1.6} />} act={toggleColorScheme}>
        {text(dark ? 'shell.theme.light' : 'shell.theme.dark')}
      </Row>
      <Row icon={<IconUserCircle size={22} stroke={1.6} />} act={act(() => void navigate({ to: '/vno/perfil' }))}>
        {text('shell.profile')}
      </Row>
      <Row icon={<IconDoorExit size={22} stroke={1.6} />} act={act(signOut)}>
        {text('shell.sign_out')}
      </Row>
      <button type="button" className="button" onClick={close}>
        {text('shell.close')}
      </button>
    </dialog>
  )
}

function Person() {
  const { info } = useSession()
  return (
    <div className={styles.person}>
      <Avatar name={info.user.name} size={44} />
      <p>
        <strong>{info.user.name}</strong>
        {operatorOf(info)}
      </p>
    </div>
  )
}

function Row({ icon, act, children }: { icon: ReactNode; act: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.row} onClick={act}>
      {icon}
      {children}
    </button>
  )
}
