/** API clients of people, with the live stream. */
import type { Path } from '@hilo/contract/index.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest wait for an event of the live stream before polling, ms. */
const askAgainMs = 3000
const mostTries = 5
const mostBusy = 60

export interface Client {
  call<T>(path: Path, query: object, picture?: Buffer): Promise<T>
}

/** An answer that is no success. */
export class Refused extends Error {
  readonly code: string
  constructor(path: string, status: number, body: string) {
    super(`${path}: ${status} ${body.slice(0, 400)}`)
    this.code = (/"error":"(\w+)"/.exec(body) ?? [])[1] ?? String(status)
  }
}

export async function post(url: string, token: string, query: object, picture?: Buffer): Promise<Response> {
  const authorization = `Bearer ${token}`
  const form = new FormData()
  form.set('query', JSON.stringify(query))
  if (picture) form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'foto.jpg')
  return await persistent(url, {
    method: 'POST',
    ...(picture
      ? { headers: { authorization }, body: form }
      : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify({ query }) }),
  })
}

export function openClient(address: string, token: string): Client {
  return {
    async call<T>(path: Path, query: object, picture?: Buffer): Promise<T> {
      const { text, status } = await answered(() => post(`${address}/api/v1/${path}.json`, token, query, picture))
      if (status !== 200) throw new Refused(path, status, text)
      return JSON.parse(text) as T
    },
  }
}

/** A server that has no room just now says so and is asked again, as every client of it does: the same request counts once. */
export async function answered(ask: () => Promise<Response>): Promise<{ status: number; text: string }> {
  for (let tried = 1; ; tried++) {
    const answer = await ask()
    const text = await answer.text()
    const isBusy = answer.status === 503 && text.includes('"UNAVAILABLE"')
    if (!isBusy || tried === mostBusy) return { status: answer.status, text }
    await sleep(1000)
  }
}

/** A connection closed by the server is retried; the request counts once. */
async function persistent(url: string, init: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried++) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (tried === mostTries) throw error
      await sleep(100 * tried)
    }
  }
}

export async function readEvent(client: Client, id: number): Promise<Event> {
  const { records } = await client.call<{ records: Event[] }>('admin_vno/events/get', { id })
  const [event] = records
  if (!event) throw new Error(`no intervention ${id}`)
  return event
}

/** The live stream of the neutral operator, which covers every intervention. */
export class News {
  readonly #waiting = new Map<number, Set<() => void>>()
  readonly #ended = new AbortController()

  constructor(address: string, token: string) {
    void this.#listen(`${address}/api/v1/stream`, { authorization: `Bearer ${token}` })
  }

  /** Reads the intervention after each change until it is as wanted; null on timeout. */
  async until(client: Client, id: number, wanted: (event: Event) => boolean, limitMs = 30_000): Promise<Event | null> {
    const end = performance.now() + limitMs
    for (;;) {
      const changed = this.#next(id)
      const event = await readEvent(client, id)
      if (wanted(event)) return event
      if (performance.now() > end) return null
      await changed
    }
  }

  stop(): void {
    this.#ended.abort()
  }

  #next(id: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set()
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, askAgainMs)
      this.#waiting.set(id, waiting.add(wake))
    })
  }

  async #listen(url: string, headers: Record<string, string>): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      try {
        const { body } = await fetch(url, { headers, signal })
        if (body) for await (const chunk of body.pipeThrough(new TextDecoderStream())) this.#take(chunk)
      } catch {
        await sleep(500)
      }
    }
  }

  /** An event split into two chunks is noticed by the next poll. */
  #take(chunk: string): void {
    for (const [, id] of chunk.matchAll(/"area":"events","id":(\d+)/g))
      for (const wake of [...(this.#waiting.get(Number(id)) ?? [])]) wake()
  }
}
