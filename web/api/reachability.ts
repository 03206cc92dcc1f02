/**
 * Reachability of the server. A phone without coverage may still report a connection, so the device's network state is
 * combined with the outcome of requests.
 */
import { isPage } from './gateway.ts'
import { apiBase } from '../native/index.ts'
import { onNetwork as onDevice, online as deviceOnline } from '../native/network.ts'

const everyMs = 5000
const patienceMs = 4000
let reached = true
let looking = false
const listeners = new Set<() => void>()

/** False while no request would arrive. */
export const online = (): boolean => reached && deviceOnline()

/** Calls back when reachability may have changed. */
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

/** Any response of the server counts; an HTML page comes from a captive portal. */
const answers = () =>
  fetch(`${apiBase}product/features/get.json`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    (response) => !isPage(response),
    () => false,
  )

/** Called after a request without a response: probes the server until it responds. */
export async function probeServer(): Promise<void> {
  if (looking) return
  looking = true
  // A disconnected device reports its reconnection.
  while (deviceOnline() && !(await answers())) {
    note(false)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  looking = false
  note(true)
}
