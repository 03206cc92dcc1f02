/** Installing the application on the home screen: the browser's prompt, or instructions where there is none. */
import { useSyncExternalStore } from 'react'
import { native } from '../native/index.ts'

/** The `beforeinstallprompt` event: fired once, soon after loading, by browsers that support it. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
const isQuestion = (event: Event): event is InstallQuestion => 'prompt' in event

let question: InstallQuestion | null = null
const listeners = new Set<() => void>()

function hold(next: InstallQuestion | null) {
  question = next
  for (const listener of listeners) listener()
}

window.addEventListener('beforeinstallprompt', (event) => {
  if (!isQuestion(event)) return
  // The prompt is shown on the user's request, not when the browser decides to.
  event.preventDefault()
  hold(event)
})
window.addEventListener('appinstalled', () => hold(null))

const installed = window.matchMedia('(display-mode: standalone)')
/** iPads identify as Macs, but have a touch screen. */
const isIos =
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/**
 * `prompt`: the browser's prompt is available; `instructions`: installable from the browser's menu; null: installed, or not
 * installable.
 */
type InstallWay = 'prompt' | 'instructions' | null

const way = (): InstallWay => {
  if (native || installed.matches) return null
  return question !== null ? 'prompt' : isIos ? 'instructions' : null
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, way)
}

export async function install(): Promise<void> {
  await question?.prompt()
  hold(null)
}
