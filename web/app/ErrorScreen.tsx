import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { problemText } from '../api/problem-text.ts'
import { probeServer, onNetwork, online } from '../api/reachability.ts'
import { Button } from '../kit/Button.tsx'
import { AnchorButton } from '../kit/LinkButton.tsx'
import { Message } from '../ui/Message.tsx'
import { PartLoadError } from '../ui/lazy-screen.ts'
import { text } from '../ui/text.ts'

/** Browser messages of a failed dynamic import. */
const unloaded = /dynamically imported module|importing a module script|preload/i
const isMissing = (error: unknown) =>
  error instanceof PartLoadError || (error instanceof Error && unloaded.test(error.message))

/** Error screen outside any area. */
export const ErrorScreen = (props: ErrorComponentProps): ReactNode => <Failure {...props} whole />
/** Error screen inside an area, whose menu stays. */
export const ErrorWithin = (props: ErrorComponentProps): ReactNode => <Failure {...props} whole={false} />

function Failure({ error, reset, whole }: ErrorComponentProps & { whole: boolean }) {
  const router = useRouter()
  const missing = isMissing(error)
  const connected = useSyncExternalStore(onNetwork, online)
  // Retry: offline a reload might fail; online it loads the current version.
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
      <Button kind="main" size="large" onClick={again}>
        {text('app.retry')}
      </Button>
      <AnchorButton size="large" href="/">
        {text('app.to_start')}
      </AnchorButton>
    </Message>
  )
}

/** Retries a failed import automatically on reconnection. */
function useOpening(missing: boolean, connected: boolean, open: () => void) {
  const [waited, setWaited] = useState(false)
  if (missing && !connected && !waited) setWaited(true)
  const opened = useEffectEvent(open)
  useEffect(() => {
    // The device may report a connection while the server is unreachable.
    if (missing) void probeServer()
  }, [missing])
  useEffect(() => {
    if (waited && connected) opened()
  }, [waited, connected])
}
