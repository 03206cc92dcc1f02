/** Putting the application on the phone's first screen: the browser's own question, or words where it has none. */
import { useSyncExternalStore } from 'react'
import { native } from '../native/index.ts'

/** Told once, soon after the page has arrived, by browsers that can ask. */
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
  // Asked when the person wants it, not when the browser thinks of it.
  event.preventDefault()
  hold(event)
})
window.addEventListener('appinstalled', () => hold(null))

const installed = window.matchMedia('(display-mode: standalone)')
/** Tablets of that maker call themselves computers, but are touched. */
const isIos =
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** `ask`: the browser asks; `words`: the person does it in the browser's menu; null: it is installed, or cannot be. */
export type InstallWay = 'ask' | 'words' | null

const way = (): InstallWay => {
  if (native || installed.matches) return null
  return question !== null ? 'ask' : isIos ? 'words' : null
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
