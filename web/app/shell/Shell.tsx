import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { session, useSession } from '../../api/session.ts'
import { visibleMenu } from '../menu.ts'
import { BottomBar } from './BottomBar.tsx'
import { Providers } from './Providers.tsx'
import { SearchDialog } from './SearchDialog.tsx'
import { SideMenu } from './SideMenu.tsx'
import styles from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useSearchKey } from './use-search-key.ts'

/** The house around every screen of /vno: menu, top bar and search; on a phone the bottom bar instead. */
export function Shell() {
  // The menu follows the privileges of the session.
  useSession()
  const groups = visibleMenu(session.can)
  const [searching, setSearching] = useState(false)
  useSearchKey(() => setSearching(true))
  return (
    <Providers>
      <div className={styles.shell}>
        <SideMenu groups={groups} />
        <TopBar search={() => setSearching(true)} />
        <main className={styles.main} id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
        <BottomBar groups={groups} search={() => setSearching(true)} />
      </div>
      {searching && <SearchDialog close={() => setSearching(false)} />}
    </Providers>
  )
}
