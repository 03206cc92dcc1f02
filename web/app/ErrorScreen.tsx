import type { ErrorComponentProps } from '@tanstack/react-router'
import { problemText } from '../api/problem-text.ts'
import { Message } from '../ui/Message.tsx'
import { text } from '../ui/text.ts'

/** A part of the application that did not arrive, usually after a new version: reloading brings the current one. */
const isMissingPart = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const missing = isMissingPart(error)
  return (
    <Message
      title={text('app.error.title')}
      sentence={missing ? text('app.error.part') : problemText(error)}
      tone="danger"
    >
      <button className="button" data-main type="button" onClick={missing ? () => window.location.reload() : reset}>
        {text('app.retry')}
      </button>
      <a className="button" href="/">
        {text('app.to_start')}
      </a>
    </Message>
  )
}
