import { eventReader, readEvents, type ServerEvent } from './event-stream.ts'

/** The server sends a ping every 15 s. After this silence the stream is in doubt: its user asks by other ways too. ms */
const doubtMs = 20_000
/** After this silence the connection is given up, ms. */
const silentMs = 40_000
const lookMs = 2500
/** Pause before the next connection, ms: after a lost one, and after an answer that is no stream. */
const again = { lost: 2000, refused: 5000 }
/** Name of the lock that the leading tab holds, and of the channel by which it tells the others. */
const name = 'hilo-live'

interface Listener {
  /** Connected, or heard again: changes may have been missed. */
  opened: () => void
  /** In doubt, or lost. */
  lost: () => void
  event: (event: ServerEvent) => void
}

interface Source {
  url: string
  init: () => Promise<RequestInit>
  /** Whether other tabs of the browser may share the stream; false in the native application. */
  shared: boolean
}

/** What tabs tell each other: what was heard, with the position to go on from; and that a new tab asks whether anything is. */
type Told = { heard: ServerEvent[]; lastId: string } | { hello: true }

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * One stream for all tabs of a browser, since a browser opens six connections to a server over HTTP/1.1 and a session may hold
 * five streams. The tab with the lock leads: it reads the stream and tells the others. Each tab watches for silence; a
 * follower that hears nothing takes the lead, from a frozen tab too.
 */
export class LiveStream {
  readonly #source: Source
  readonly #listener: Listener
  readonly #channel: BroadcastChannel | null
  readonly #reader = eventReader()
  readonly #watch: ReturnType<typeof setInterval>
  #closed = false
  #live = false
  #heardAt = Date.now()
  /** The connection of a leader. */
  #connection: AbortController | null = null
  /** The wait for the lead, or the lead. */
  #turn = new AbortController()

  constructor(source: Source, listener: Listener) {
    this.#source = source
    this.#listener = listener
    this.#channel = source.shared && 'locks' in navigator ? new BroadcastChannel(name) : null
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => this.#told(data))
    this.#channel?.postMessage({ hello: true } satisfies Told)
    // Tabs do not all try to take the lead in the same moment.
    const patience = silentMs + Math.random() * lookMs
    this.#watch = setInterval(() => this.#look(patience), lookMs)
    this.#join(false)
  }

  /** The page came to the front, the device woke up, or the network came back: silence is not waited for. */
  wake(): void {
    this.#look(doubtMs)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#watch)
    this.#leave()
    this.#channel?.close()
  }

  #setLive(now: boolean): void {
    if (this.#live === now) return
    this.#live = now
    if (now) this.#listener.opened()
    else this.#listener.lost()
  }

  #hear(events: ServerEvent[]): void {
    this.#heardAt = Date.now()
    this.#setLive(true)
    events.forEach(this.#listener.event)
  }

  #tell(heard: ServerEvent[]): void {
    this.#channel?.postMessage({ heard, lastId: this.#reader.lastId } satisfies Told)
  }

  #told(data: Told): void {
    if ('heard' in data) {
      this.#reader.lastId = data.lastId
      this.#hear(data.heard)
    } else if (this.#live && this.#connection) this.#tell([])
  }

  /** @param limitMs silence after which the connection, or the leader, is given up */
  #look(limitMs: number): void {
    const ms = Date.now() - this.#heardAt
    if (ms > doubtMs) this.#setLive(false)
    if (ms <= limitMs) return
    this.#heardAt = Date.now()
    if (this.#connection) this.#connection.abort()
    else if (this.#channel) this.#join(true)
  }

  #leave(): void {
    this.#turn.abort()
    this.#connection?.abort()
  }

  /** @param steal takes the lead from a tab that says nothing */
  #join(steal: boolean): void {
    this.#leave()
    this.#turn = new AbortController()
    const { signal } = this.#turn
    if (this.#channel === null) return void this.#lead(signal)
    const how: LockOptions = steal ? { steal } : { signal }
    // The request of a leader whose lock is stolen is rejected: it waits for its turn again.
    void navigator.locks
      .request(name, how, () => this.#lead(signal))
      .catch(() => {
        if (!signal.aborted && !this.#closed) this.#join(false)
      })
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { url, init } = this.#source
    while (!signal.aborted) {
      const connection = new AbortController()
      this.#connection = connection
      this.#heardAt = Date.now()
      const heard = (events: ServerEvent[]) => {
        this.#hear(events)
        this.#tell(events)
      }
      const isStream = await readEvents({ url, init, reader: this.#reader, signal: connection.signal, heard }).catch(
        () => true,
      )
      if (this.#connection === connection) this.#connection = null
      if (signal.aborted) return
      this.#setLive(false)
      await pause(isStream ? again.lost : again.refused, signal)
    }
  }
}
