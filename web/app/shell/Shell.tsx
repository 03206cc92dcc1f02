import { session, useSession } from '../../api/session.ts'
import { useLive } from '../../api/stream.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { visibleMenu } from '../menu.ts'
import { BottomBar } from './BottomBar.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'
import { SideMenu } from './SideMenu.tsx'
import styles from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useSearch } from './use-search.tsx'

/** Layout of every screen of /vno: menu, top bar and search; on a phone the bottom bar instead. */
export function Shell() {
  useLive()
  // Re-renders the menu when privileges change.
  useSession()
  const groups = visibleMenu(session.can)
  const search = useSearch()
  const phone = usePhone()
  return (
    <>
      <div className={`${styles.shell} grid`}>
        <SideMenu groups={groups} />
        <TopBar search={search.open} />
        <main className={styles.main} id="contenido" tabIndex={-1}>
          <GuardedOutlet />
        </main>
        {phone && <BottomBar groups={groups} search={search.open} />}
      </div>
      {search.dialog}
    </>
  )
}
