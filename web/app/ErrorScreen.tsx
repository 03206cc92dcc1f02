import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { problemText } from '../api/problem-text.ts'
import { look, onNetwork, online } from '../api/reach.ts'
import { Message } from '../ui/Message.tsx'
import { MissingPart } from '../ui/screen.ts'
import { text } from '../ui/text.ts'

/** A part of a screen that did not arrive, as the browsers say it. */
const unloaded = /dynamically imported module|importing a module script|preload/i
const isMissing = (error: unknown) =>
  error instanceof MissingPart || (error instanceof Error && unloaded.test(error.message))

/** In the place of a screen that has nothing around it. */
export const ErrorScreen = (props: ErrorComponentProps): ReactNode => <Failure {...props} whole />
/** In the place of a screen of an area, whose menu stays. */
export const ErrorWithin = (props: ErrorComponentProps): ReactNode => <Failure {...props} whole={false} />

function Failure({ error, reset, whole }: ErrorComponentProps & { whole: boolean }) {
  const router = useRouter()
  const missing = isMissing(error)
  const connected = useSyncExternalStore(onNetwork, online)
  // Without coverage a page may not come back; with it, loading anew brings the current version.
  const again = () => {
    if (missing && online()) return window.location.reload()
    reset()
    void router.invalidate()
  }
  useOpening(missing, connected, again)
  return (
    <Message
      title={text('app.error.title')}
      sentence={missing ? text(connected ? 'app.error.part' : 'app.error.away') : problemText(error)}
      tone="danger"
      whole={whole}
    >
      <button className="button" data-main type="button" onClick={again}>
        {text('app.retry')}
      </button>
      <a className="button" href="/">
        {text('app.to_start')}
      </a>
    </Message>
  )
}

/** What did not arrive for want of a connection opens by itself once there is one. */
function useOpening(missing: boolean, connected: boolean, open: () => void) {
  const [waited, setWaited] = useState(false)
  if (missing && !connected && !waited) setWaited(true)
  const opened = useEffectEvent(open)
  useEffect(() => {
    // The device may not know that nobody answers.
    if (missing) void look()
  }, [missing])
  useEffect(() => {
    if (waited && connected) opened()
  }, [waited, connected])
}
