/**
 * Whether there is a server to talk to. A telephone in a cellar says that it is connected while nothing arrives, so what the
 * device says of its network is half of the truth: the other half is whether requests find anybody.
 */
import { isPage } from './gateway.ts'
import { apiBase } from '../native/index.ts'
import { onNetwork as onDevice, online as deviceOnline } from '../native/network.ts'

const everyMs = 5000
const patienceMs = 4000
let reached = true
let looking = false
const listeners = new Set<() => void>()

/** False while nothing that is sent would arrive. */
export const online = (): boolean => reached && deviceOnline()

/** Calls back when that may have changed. */
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  const off = onDevice(listener)
  return () => {
    listeners.delete(listener)
    off()
  }
}

function note(found: boolean): void {
  if (found === reached) return
  reached = found
  for (const listener of listeners) listener()
}

/** Whatever the server answers, it was there; a page comes from somebody in between. */
const answers = () =>
  fetch(`${apiBase}product/features/get.json`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    (response) => !isPage(response),
    () => false,
  )

/** A request found nobody. That may have been its own bad luck: asks again, and goes on until there is an answer. */
export async function look(): Promise<void> {
  if (looking) return
  looking = true
  // A device that knows of no network will tell when it has one.
  while (deviceOnline() && !(await answers())) {
    note(false)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  looking = false
  note(true)
}
