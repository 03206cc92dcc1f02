import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { problemText } from '../api/problem-text.ts'
import { Message } from '../ui/Message.tsx'
import { online } from '../api/reach.ts'
import { MissingPart } from '../ui/screen.ts'
import { text } from '../ui/text.ts'

/** A part of a screen that did not arrive, as the browsers say it. */
const unloaded = /dynamically imported module|importing a module script|preload/i
const isMissing = (error: unknown) =>
  error instanceof MissingPart || (error instanceof Error && unloaded.test(error.message))

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const missing = isMissing(error)
  // Without coverage a page may not come back; with it, loading anew brings the current version.
  const again = () => {
    if (missing && online()) return window.location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <Message
      title={text('app.error.title')}
      sentence={missing ? text(online() ? 'app.error.part' : 'app.error.away') : problemText(error)}
      tone="danger"
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
