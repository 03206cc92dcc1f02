import { Outlet } from '@tanstack/react-router'
import { text } from '../ui/text.ts'
import { Toasts } from '../ui/toasts.tsx'
import { VersionBadge } from '../ui/VersionBadge.tsx'
import styles from './root.module.css'

/** Around every screen: the way past the menu, the screen, the version and the toasts. */
export function Root() {
  return (
    <>
      <a className={styles.skip} href="#contenido">
        {text('shell.skip')}
      </a>
      <Outlet />
      <VersionBadge />
      <Toasts />
    </>
  )
}
