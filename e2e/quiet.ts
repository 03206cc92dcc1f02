/** The live stream never ends, so a page with one is never idle for Playwright's own `networkidle`. */
import type { BrowserContext, Page, Request } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

interface Traffic {
  open: Set<Request>
  /** When a request last began or ended, ms of `performance.now()`. */
  changedAt: number
}
const traffic = new WeakMap<BrowserContext, Traffic>()
const quietMs = 500

/** Counts the requests of a context from now on. */
export function followRequests(context: BrowserContext): Traffic {
  const known = traffic.get(context)
  if (known) return known
  const made: Traffic = { open: new Set(), changedAt: performance.now() }
  traffic.set(context, made)
  const change = (act: (request: Request) => unknown) => (request: Request) => {
    if (request.url().endsWith('/api/v1/stream')) return
    act(request)
    made.changedAt = performance.now()
  }
  context.on(
    'request',
    change((request) => made.open.add(request)),
  )
  for (const event of ['requestfinished', 'requestfailed'] as const)
    context.on(
      event as 'requestfinished',
      change((request) => made.open.delete(request)),
    )
  return made
}

/** Waits until no request but the live stream has been open for half a second. */
export async function quiet(page: Page): Promise<void> {
  const now = followRequests(page.context())
  while (now.open.size > 0 || performance.now() - now.changedAt < quietMs) await wait(50)
}
