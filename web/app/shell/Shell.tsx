import { session, useSession } from '../../api/session.ts'
import { useLive } from '../../api/stream.ts'
import { usePhone } from '../../lists/use-media.ts'
import { visibleMenu } from '../menu.ts'
import { BottomBar } from './BottomBar.tsx'
import { Opened } from './Opened.tsx'
import { SideMenu } from './SideMenu.tsx'
import styles from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useSearch } from './use-search.tsx'

/** The house around every screen of /vno: menu, top bar and search; on a phone the bottom bar instead. */
export function Shell() {
  useLive()
  // The menu follows the privileges of the session.
  useSession()
  const groups = visibleMenu(session.can)
  const search = useSearch()
  const phone = usePhone()
  return (
    <>
      <div className={styles.shell}>
        <SideMenu groups={groups} />
        <TopBar search={search.open} />
        <main className={styles.main} id="contenido" tabIndex={-1}>
          <Opened />
        </main>
        {phone && <BottomBar groups={groups} search={search.open} />}
      </div>
      {search.dialog}
    </>
  )
}
