import { IconCloudOff } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useLive } from '../../api/stream.ts'
import { AlarmGuard } from '../../features/technician/AlarmGuard.tsx'
import { MoreSheet } from '../../features/technician/MoreSheet.tsx'
import { useSecondTap } from '../../features/technician/second-tap.ts'
import { TechnicianBar } from '../../features/technician/TechnicianBar.tsx'
import { useOnline } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import styles from './technician.module.css'
import { useSignOut } from './use-sign-out.ts'

/** Screens whose last row is their own: the work itself, and the box one looks at from it. */
const wholeScreens = /^\/tecnico\/(?:intervencion\/|vecinos)/

/** The house around the technician's screens: what is told above, the screen, the bar at the thumb, and the alarm over all. */
export function TechnicianShell() {
  useLive()
  const online = useOnline()
  const signOut = useSignOut()
  const [more, setMore] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const onClickCapture = useSecondTap()
  return (
    <div className={styles.shell} onClickCapture={onClickCapture}>
      {!online && (
        <p className={styles.offline} role="status">
          <IconCloudOff size={26} stroke={1.8} aria-hidden />
          {text('tech.offline')}
        </p>
      )}
      <main className={styles.main} id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      {!wholeScreens.test(path) && <TechnicianBar more={() => setMore(true)} />}
      {more && <MoreSheet close={() => setMore(false)} signOut={signOut} />}
      <AlarmGuard />
    </div>
  )
}
