import { text } from './text.ts'
import { toast } from '../kit/toasts.tsx'

/** Copies a text to the clipboard; a toast says so, or that the browser refused. */
export function copyText(value: string, done = text('list.copied', { value })): void {
  navigator.clipboard.writeText(value).then(
    () => toast.success(done),
    () => toast.error(text('list.copyFailed')),
  )
}
