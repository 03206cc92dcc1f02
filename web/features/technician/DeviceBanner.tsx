import { IconAlertTriangle } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { fieldSession } from '../../offline/field-session.ts'
import { realOf } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOutbox, useTrouble, useVanished } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import css from './device.module.css'
import { forgetSteps } from './paths.ts'

/** Stays while the device does not keep what is done on it, or has lost something: nobody finds out later. */
export function DeviceBanner() {
  const trouble = useTrouble()
  const vanished = useVanished()
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
      <button type="button" onClick={outbox.forgetVanished}>
        {text('tech.device.read')}
      </button>
    </p>
  )
}

const local = /\/intervencion\/(-\d+)/

/** Takes up what lies on this device, and follows what was begun on it to the id that the server gives. */
export function useFieldSession(): void {
  const operations = useOutbox()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const user = useSession().info.user.id
  useEffect(() => void fieldSession.begin(), [user])
  const id = Number(local.exec(path)?.[1] ?? 0)
  const real = id < 0 ? realOf(operations, id) : id
  useEffect(() => {
    if (real > 0) void navigate({ to: path.replace(String(id), String(real)), replace: true })
  }, [real, id, path, navigate])
}
