import IconBell from '@iconify-json/tabler/bell'
import IconChevronDown from '@iconify-json/tabler/chevron-down'
import IconDoorExit from '@iconify-json/tabler/door-exit'
import IconHelpCircle from '@iconify-json/tabler/help-circle'
import IconMoon from '@iconify-json/tabler/moon'
import IconSearch from '@iconify-json/tabler/search'
import IconSun from '@iconify-json/tabler/sun'
import IconUserCircle from '@iconify-json/tabler/user-circle'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { useUnread } from '../../features/notifications/use-notices.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { isWithin, type MenuEntry, type MenuGroup } from '../menu.ts'
import { MenuIcon } from './Icons.tsx'
import styles from './more-sheet.module.css'
import { logoOf, operatorOf } from './operator.ts'
import { useSignOut } from './use-sign-out.ts'

interface MoreSheetProps {
  groups: readonly MenuGroup[]
  search: () => void
  close: () => void
}

/** Full menu on a phone: notices, every screen by group, and the user's own entries. */
export function MoreSheet({ groups, search, close }: MoreSheetProps) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const act = (what: () => void) => () => {
    close()
    what()
  }
  const go = (route: string) => act(() => void navigate({ to: route }))
  return (
    <Dialog close={close} kind="frame" className={styles.sheet} aria-label={text('menu.more')}>
      <div className={styles.scroll}>
        <Person />
        <Row icon={<IconSearch size={22} stroke={1.6} />} act={act(search)}>
          {text('shell.search.label')}
        </Row>
        <Notices act={go('/vno/avisos')} />
        {groups.map((group) => (
          <section key={group.label ?? 'rest'} className={styles.group}>
            {group.label !== null && <h2>{text(group.label)}</h2>}
            {group.entries.map((entry) => (
              <Entry key={entry.route} entry={entry} go={go} />
            ))}
          </section>
        ))}
        <section className={styles.group}>
          <SchemeRow />
          <Row icon={<IconUserCircle size={22} stroke={1.6} />} act={go('/vno/perfil')}>
            {text('shell.profile')}
          </Row>
          <Row icon={<IconHelpCircle size={22} stroke={1.6} />} act={go('/vno/soporte')}>
            {text('support.title')}
          </Row>
          <Row icon={<IconDoorExit size={22} stroke={1.6} />} act={act(signOut)}>
            {text('shell.sign_out')}
          </Row>
        </section>
      </div>
      <Button size="large" className={`${styles.close} rigid`} onClick={close}>
        {text('shell.close')}
      </Button>
    </Dialog>
  )
}

function Person() {
  const { info } = useSession()
  const logo = logoOf(info)
  return (
    <div className={styles.person}>
      <Portrait name={info.user.name} picture={info.user.picture} size={44} />
      <p className="grid text-m ink-2 lines-20">
        <strong className="ink-1 text-l">{info.user.name}</strong>
        {operatorOf(info)}
      </p>
      {logo !== null && <Logo file={logo} height={24} />}
    </div>
  )
}

function Notices({ act }: { act: () => void }) {
  const unread = useUnread()
  return (
    <Row icon={<IconBell size={22} stroke={1.6} />} act={act}>
      {text('list.notices.title')}
      {unread > 0 && (
        <span className={styles.count}>
          {formatNumber(unread)} <span className="hidden-visually">{text('list.notices.view.unread')}</span>
        </span>
      )}
    </Row>
  )
}

function SchemeRow() {
  const dark = useColorScheme() === 'dark'
  const Scheme = dark ? IconSun : IconMoon
  return (
    <Row icon={<Scheme size={22} stroke={1.6} />} act={toggleColorScheme}>
      {text(dark ? 'shell.theme.light' : 'shell.theme.dark')}
    </Row>
  )
}

/** A screen, or several under one name that expand; the group of the current screen is expanded initially. */
function Entry({ entry, go }: { entry: MenuEntry; go: (route: string) => () => void }) {
  const { route, label, icon, under = [] } = entry
  const within = useLocation({ select: ({ pathname }) => isWithin(entry, pathname) })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const picture = <MenuIcon name={icon} size={22} />
  if (under.length < 2)
    return (
      <Row icon={picture} act={go(route)} here={within}>
        {text(label)}
      </Row>
    )
  return (
    <details className={styles.several} open={within}>
      <summary className={styles.row}>
        {picture}
        {text(label)}
        <IconChevronDown className={`${styles.chevron} push`} size={20} stroke={1.7} aria-hidden />
      </summary>
      {under.map((one) => (
        <Row key={one.route} icon={null} act={go(one.route)} here={path === one.route}>
          {text(one.label)}
        </Row>
      ))}
    </details>
  )
}

interface RowProps {
  icon: ReactNode
  act: () => void
  /** The current screen. */
  here?: boolean
  children: ReactNode
}

function Row({ icon, act, here = false, children }: RowProps) {
  return (
    <Press className={styles.row} aria-current={here ? 'page' : undefined} onClick={act}>
      {icon}
      {children}
    </Press>
  )
}
