import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { text } from '../ui/text.ts'
import { Toasts } from '../kit/toasts.tsx'
import styles from './root.module.css'
import { useRelease } from './update.ts'

const UpdateAlert = lazy(async () => ({ default: (await import('./UpdateAlert.tsx')).UpdateAlert }))

/** Layout of every screen: skip link, screen, version, toasts and update alert. */
export function Root() {
  const { release, dismiss } = useRelease()
  return (
    <>
      <a className={styles.skip} href="#contenido">
        {text('shell.skip')}
      </a>
      <Outlet />
      <VersionBadge />
      <Toasts />
      <Suspense>{release !== null && <UpdateAlert release={release} dismiss={dismiss} />}</Suspense>
    </>
  )
}

/** The application's version, fixed at the bottom-left of every screen. */
function VersionBadge() {
  return (
    <footer className={styles.place}>
      <span className={`block surface lines-xs ink-2 medium ${styles.badge}`}>{__HILO_VERSION__}</span>
    </footer>
  )
}
