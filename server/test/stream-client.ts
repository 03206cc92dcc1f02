/** A server with two operators, and clients of its live stream. */
import assert from 'node:assert/strict'
import { makeAdmin, makeVno, type Account, type TestSession, type Vno } from './factories.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { until } from './poll.ts'

interface Told {
  event: string
  id: string | null
  data: Record<string, unknown>
}

/** Everything that a client has received. */
interface Heard {
  text: string
  ended: boolean
}

export interface Streaming {
  server: TestServer
  mine: Vno
  theirs: Vno
  admin: Account
  ask(headers: Record<string, string>, signal?: AbortSignal): Promise<Response>
  /** Opens a stream, and waits for its beginning. */
  follow(
    session: TestSession,
    headers?: Record<string, string>,
  ): Promise<{ answer: Response; heard: Heard; leave(): void }>
  /** A number that no change has. */
  nextRecord(): number
  /** Writes a change of a new record; returns its id. */
  change(vno: Vno | null, technical?: number | null, area?: string): Promise<number>
  /** Waits for a change. */
  hears(heard: { text: string }, id: number): Promise<unknown>
  close(): Promise<void>
}

export const toldOf = (text: string): Told[] =>
  text
    .split('\n\n')
    .filter((one) => one.includes('event:'))
    .map((one) => ({
      event: /^event: (.*)$/m.exec(one)?.[1] ?? '',
      id: /^id: (.*)$/m.exec(one)?.[1] ?? null,
      data: JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? '{}') as Record<string, unknown>,
    }))
/** Ids of the records whose changes were told. */
export const idsIn = (text: string): unknown[] => toldOf(text).map(({ data }) => data['id'])

/** The last event id in the text of a stream. */
export const lastPlace = (text: string): string => [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? ''

export async function startStreaming(): Promise<Streaming> {
  const server = await startTestServer({ PORT: '0' })
  const address = await server.listen()
  const mine = await makeVno(server.db)
  const opened: AbortController[] = []
  let record = 1000
  const nextRecord = () => (record += 1)

  const ask = (headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${address}/api/v1/stream`, { headers, ...(signal && { signal }) })
  const follow: Streaming['follow'] = async (session, headers = {}) => {
    const control = new AbortController()
    opened.push(control)
    const answer = await ask({ cookie: session.cookie, ...headers }, control.signal)
    assert.equal(answer.status, 200)
    const heard = { text: '', ended: false }
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of answer.body ?? []) heard.text += decoder.decode(chunk, { stream: true })
    })()
    void reading.catch(() => undefined).finally(() => (heard.ended = true))
    await until(
      async () => heard.text,
      (text) => text.includes('retry:') && text.split('\n\n').length > 2,
    )
    return { answer, heard, leave: () => control.abort() }
  }
  return {
    server,
    mine,
    theirs: await makeVno(server.db),
    admin: await makeAdmin(server.db, { vno: mine }),
    ask,
    follow,
    nextRecord,
    change: async (vno, technical = null, area = 'events') => {
      const id = nextRecord()
      await server.db.owner.query('select changed($1, $2, 1, $3, $4)', [area, id, vno?.id ?? null, technical])
      return id
    },
    hears: (heard, id) =>
      until(
        async () => heard.text,
        (text) => idsIn(text).includes(id),
      ),
    close: async () => {
      for (const one of opened) one.abort()
      await server.close()
    },
  }
}
