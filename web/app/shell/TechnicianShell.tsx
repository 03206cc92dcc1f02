import IconCloudOff from '@iconify-json/tabler/cloud-off'
import IconDownload from '@iconify-json/tabler/download'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetPush, renewPush } from '../../api/browser-push.ts'
import { useLive } from '../../api/stream.ts'
import { AlarmGuard } from '../../features/field/box/AlarmGuard.tsx'
import { DeviceBanner, useFieldSession } from '../../features/field/DeviceBanner.tsx'
import { MoreSheet } from '../../features/field/MoreSheet.tsx'
import { useSecondTap } from '../../features/field/second-tap.ts'
import { SignOutSheet } from '../../features/field/SignOutSheet.tsx'
import { TechnicianBar } from '../../features/field/TechnicianBar.tsx'
import { usePush } from '../../features/field/use-push.ts'
import { useUnderWay } from '../../features/field/use-work.ts'
import { fieldSession } from '../../offline/field-session.ts'
import { pending } from '../../offline/operation.ts'
import { pack } from '../../offline/pack.ts'
import { followPhotos } from '../../offline/photos.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { useHasUnsavedForm } from '../../ui/form/unsaved-forms.ts'
import { text } from '../../ui/text.ts'
import { useWorker, useWorkOpen, takeOver, useNewVersion } from '../worker.ts'
import { FieldOutlet } from './GuardedOutlet.tsx'
import styles from './technician.module.css'
import { useSignOut } from './use-sign-out.ts'
import { Press } from '../../kit/Button.tsx'

/** Screens with their own bottom row: an intervention, and the CTO opened from it. */
const workScreens = /^\/tecnico\/intervencion\//
const boardScreens = /^\/tecnico\/vecinos/

/** Read-only screens: a reload loses nothing. */
const calmScreens = /^\/tecnico(?:\/(?:cto(?:\/\d+)?|orden\/\d+|guardadas|parte|pendientes|historial))?\/?$/

/** Leaves neither readable work nor notices on this device; a sign-out that fails undoes both. */
async function leaveField(): Promise<() => Promise<void>> {
  const back = await fieldSession.leave()
  await forgetPush()
  return async () => {
    await back()
    void renewPush()
  }
}

/** Layout of the technician's screens: banners, the screen, the bottom bar, and the alarm above all. */
export function TechnicianShell() {
  useLive()
  useEffect(() => pack.follow(), [])
  useEffect(() => followPhotos(), [])
  const online = useOnline()
  const signOut = useSignOut(leaveField)
  const unsent = pending(useOutbox()).length > 0
  const [more, setMore] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useFieldSession()
  usePush()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { works, ready } = useUnderWay()
  const whole = workScreens.test(path) || (boardScreens.test(path) && !(ready && works.length === 0))
  const taps = useSecondTap()
  const sending = useOutbox().some(({ state }) => state === 'sending')
  const writing = useHasUnsavedForm()
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
        <FieldOutlet />
      </main>
      <NewVersionBar working={working} />
      {!whole && <TechnicianBar more={() => setMore(true)} />}
      {more && <MoreSheet close={() => setMore(false)} signOut={leave} />}
      {leaving && <SignOutSheet close={() => setLeaving(false)} signOut={signOut} />}
      <AlarmGuard />
    </div>
  )
}

/**
 * Offers a new version that is already on the phone; installed on the technician's request, or when the phone is put
 * away. Hidden while work is open or something is being sent.
 */
function NewVersionBar({ working }: { working: boolean }) {
  const newer = useNewVersion()
  const [state, setState] = useState<'offered' | 'coming' | 'elsewhere'>('offered')
  if (!newer || working) return null
  const press = async () => {
    setState('coming')
    if (!(await takeOver())) setState('elsewhere')
  }
  return (
    <div className={styles.newer}>
      <p className="semibold hand-size-l" role="status">
        {text(state === 'elsewhere' ? 'update.bar.elsewhere' : 'update.new.title')}
      </p>
      <Press
        className="flex middle gap-8 rigid pointer px-16 min-h-52 no-border"
        disabled={state === 'coming'}
        onClick={() => void press()}
      >
        <IconDownload size={22} stroke={2} aria-hidden />
        {text('update.now')}
      </Press>
    </div>
  )
}
