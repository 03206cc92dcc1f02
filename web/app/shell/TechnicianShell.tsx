import { IconCloudOff } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLive } from '../../api/stream.ts'
import { AlarmGuard } from '../../features/technician/AlarmGuard.tsx'
import { DeviceBanner, useFieldSession } from '../../features/technician/DeviceBanner.tsx'
import { MoreSheet } from '../../features/technician/MoreSheet.tsx'
import { useSecondTap } from '../../features/technician/second-tap.ts'
import { SignOutSheet } from '../../features/technician/SignOutSheet.tsx'
import { TechnicianBar } from '../../features/technician/TechnicianBar.tsx'
import { useUnderWay } from '../../features/technician/use-work.ts'
import { fieldSession } from '../../offline/field-session.ts'
import { pending } from '../../offline/operation.ts'
import { pack } from '../../offline/pack.ts'
import { followPhotos } from '../../offline/photos.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { useWriting } from '../../ui/form/writing.ts'
import { text } from '../../ui/text.ts'
import { useWorker, useWorkOpen } from '../worker.ts'
import { NewVersionBar } from './NewVersionBar.tsx'
import { FieldOpened } from './Opened.tsx'
import styles from './technician.module.css'
import { useSignOut } from './use-sign-out.ts'

/** Screens whose last row is their own: the work itself, and the box one looks at from it, while there is one. */
const workScreens = /^\/tecnico\/intervencion\//
const boardScreens = /^\/tecnico\/vecinos/

/** Screens that only show something: nothing is lost when one of them is loaded anew. */
const calmScreens = /^\/tecnico(?:\/(?:cto(?:\/\d+)?|orden\/\d+|guardadas|parte|pendientes|historial))?\/?$/

/** The house around the technician's screens: what is told above, the screen, the bar at the thumb, and the alarm over all. */
export function TechnicianShell() {
  useLive()
  useEffect(() => pack.follow(), [])
  useEffect(() => followPhotos(), [])
  const online = useOnline()
  const signOut = useSignOut(fieldSession.leave)
  const unsent = pending(useOutbox()).length > 0
  const [more, setMore] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useFieldSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { works, ready } = useUnderWay()
  const whole = workScreens.test(path) || (boardScreens.test(path) && !(ready && works.length === 0))
  const taps = useSecondTap()
  const sending = useOutbox().some(({ state }) => state === 'sending')
  const writing = useWriting()
  const working = !calmScreens.test(path) || more || sending || writing
  useWorker()
  useWorkOpen(working)
  const leave = () => {
    if (!unsent) return signOut()
    setMore(false)
    setLeaving(true)
  }
  return (
    <div className={styles.shell} {...taps}>
      <DeviceBanner />
      {!online && (
        <p className={styles.offline} role="status">
          <IconCloudOff size={26} stroke={1.8} aria-hidden />
          {text('tech.offline')}
        </p>
      )}
      <main className={styles.main} id="contenido" tabIndex={-1}>
        <FieldOpened />
      </main>
      <NewVersionBar working={working} />
      {!whole && <TechnicianBar more={() => setMore(true)} />}
      {more && <MoreSheet close={() => setMore(false)} signOut={leave} />}
      {leaving && <SignOutSheet close={() => setLeaving(false)} signOut={signOut} />}
      <AlarmGuard />
    </div>
  )
}
