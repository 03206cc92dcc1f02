import IconAlertTriangle from '@iconify-json/tabler/alert-triangle'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { Press } from '../../kit/Button.tsx'
import { fieldSession } from '../../offline/field-session.ts'
import { serverIdOf } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOutbox, useTrouble, useLostOperations } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import css from './device.module.css'
import { forgetSteps } from './paths.ts'

/**
 * Banner shown while the device cannot store work, or after stored work was lost: a silent loss would be noticed too
 * late.
 */
export function DeviceBanner() {
  const trouble = useTrouble()
  const vanished = useLostOperations()
  useEffect(() => {
    if (vanished > 0) forgetSteps()
  }, [vanished])
  if (trouble !== null) {
    return (
      <p className={css.banner} role="alert">
        <IconAlertTriangle size={26} stroke={2} aria-hidden />
        {text(`tech.device.${trouble}`)}
      </p>
    )
  }
  if (vanished === 0) return null
  return (
    <p className={css.banner} role="alert">
      <IconAlertTriangle size={26} stroke={2} aria-hidden />
      {text('tech.device.vanished', { count: vanished })}
      <Press className="rigid push px-14 round-12" onClick={outbox.forgetVanished}>
        {text('tech.device.read')}
      </Press>
    </p>
  )
}

const local = /\/intervencion\/(-\d+)/

/**
 * Loads the operations stored on this device; when the server assigns an id to work begun offline, redirects to that
 * id.
 */
export function useFieldSession(): void {
  const operations = useOutbox()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const user = useSession().info.user.id
  useEffect(() => void fieldSession.begin(), [user])
  const id = Number(local.exec(path)?.[1] ?? 0)
  const real = id < 0 ? serverIdOf(operations, id) : id
  useEffect(() => {
    if (real > 0) void navigate({ to: path.replace(String(id), String(real)), replace: true })
  }, [real, id, path, navigate])
}
