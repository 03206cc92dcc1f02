import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { session, useSession } from '../../api/session.ts'
import { visibleMenu } from '../menu.ts'
import { BottomBar } from './BottomBar.tsx'
import { SideMenu } from './SideMenu.tsx'
import styles from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useSearchKey } from './use-search-key.ts'

const loadSearch = () => import('./SearchDialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await loadSearch()).SearchDialog }))
/** Milliseconds after which the search is fetched unasked, so that Ctrl+K opens at once. */
const quiet = 800

/** The house around every screen of /vno: menu, top bar and search; on a phone the bottom bar instead. */
export function Shell() {
  // The menu follows the privileges of the session.
  useSession()
  const groups = visibleMenu(session.can)
  const [searching, setSearching] = useState(false)
  useSearchKey(() => setSearching(true))
  useEffect(() => {
    const timer = setTimeout(() => void loadSearch().catch(() => undefined), quiet)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={styles.shell}>
        <SideMenu groups={groups} />
        <TopBar search={() => setSearching(true)} />
        <main className={styles.main} id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
        <BottomBar groups={groups} search={() => setSearching(true)} />
      </div>
      {searching && (
        <Suspense>
          <SearchDialog close={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  )
}
