/**
 * A connection that finds its server, sets its session by queries (a pooler does not accept startup settings), and is
 * abandoned if the server is silent for too long during a statement.
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import { addressOf, type Wanted } from '../../database-address.ts'
import { Hosts } from './hosts.ts'
import { patient } from '../patience.ts'

export interface Link {
  hosts: Hosts
  /** Settings of each session. */
  session: Readonly<Record<string, string | number>>
  /** Longest silence of the server during a statement, ms. */
  silenceMs: number
  /** Longest silence of the server while it accepts a connection, ms. */
  connectMs: number
  /** Connections to the same server: if one finds it lost, idle ones are no longer trusted. */
  peers: Set<DatabaseClient>
  /** Needs to write: a read-only server is the wrong one. */
  writes: boolean
}
/** Passed by the driver's configuration to each of its connections. */
export interface LinkedConfig extends pg.PoolConfig {
  link?: Link
}

/**
 * Longest silence while connecting, ms. A machine that is slow or busy answers late; only where there is another server to go to,
 * a late one is left soon.
 */
const connectMs = { one: patient(15_000), oneOfSeveral: patient(5000) }
/** TCP keepalive delay, to detect a lost machine, ms. */
const keepAliveMs = 10_000
/** Time for an orderly disconnect, ms. */
const farewellMs = patient(1000)
const tickMs = 500
/** SQLSTATE of a write on a read-only server: a standby, or a demoted primary. */
const readOnly = '25006'

/** Driver settings for a client or a pool. */
export function linked(url: string, link: Partial<Omit<Link, 'hosts'>> & { wanted?: Wanted } = {}): LinkedConfig {
  const hosts = new Hosts(addressOf(url), link.wanted ?? 'read-write')
  const needed = {
    session: {},
    silenceMs: patient(30_000),
    connectMs: hosts.several ? connectMs.oneOfSeveral : connectMs.one,
    peers: new Set<DatabaseClient>(),
    writes: false,
  }
  return { connectionString: hosts.connectionString, link: { ...needed, ...link, hosts } }
}

export class DatabaseClient extends pg.Client {
  /** Longest silence of the server during a statement, ms; raised for long statements and while connecting. */
  silenceMs: number
  /** Default of `silenceMs`. */
  readonly usualMs: number
  readonly #link: Link | undefined
  #watching: NodeJS.Timeout | undefined
  #connecting = false
  #moved = -1
  #silentTicks = 0
  #heardAt = performance.now()

  constructor(config: LinkedConfig = {}) {
    super({
      ...config,
      // Watched here instead: the driver's timer also ends a connection whose answer waits to be read by a busy process.
      connectionTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    this.#link = config.link
    this.usualMs = config.link?.silenceMs ?? 30_000
    this.silenceMs = this.usualMs
    // A broken connection rejects its running query and also emits `error`, possibly before the pool has attached a listener.
    // An `error` event without a listener would end the process.
    this.on('error', () => {})
    const peers = config.link?.peers
    this.once('connect', () => {
      peers?.add(this)
      this.connection.on('errorMessage', (message: { code?: string }) => {
        if (message.code === readOnly && config.link?.writes) setImmediate(() => this.leave('the server only reads'))
      })
    })
    this.once('end', () => {
      peers?.delete(this)
      clearInterval(this.#watching)
    })
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const made = this.#open()
    if (!callback) return made
    // The driver calls back with null on success, whatever its types declare.
    made.then(
      () => callback(null as unknown as Error),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    // Destroys the socket after the timeout.
    const timer = setTimeout(() => this.connection.stream.destroy(), farewellMs).unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  // Single entry point of the driver for queries; all its overloads pass through.
  override query = ((...words: Parameters<pg.Client['query']>) => {
    this.#watch()
    return super.query(...words)
  }) as pg.Client['query']

  /** Abandons the connection, rejecting everything that waits for it. */
  abandon(why: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${why}`))
  }

  /** The server is the wrong one: ends this connection and idle ones beside it. */
  leave(why: string): void {
    this.#leaveServer(why, 0)
  }

  async #open(): Promise<this> {
    const { hosts, session = {} } = this.#link ?? {}
    try {
      if (hosts) Object.assign(this, await hosts.find())
      await this.#reach()
      const set = Object.keys(session).map((_, n) => `set_config($${2 * n + 1}, $${2 * n + 2}, false)`)
      const values = Object.entries(session).flatMap(([name, value]) => [name, String(value)])
      if (set.length > 0) await this.query(`select ${set.join(', ')}`, values)
      if (this.connection.stream.destroyed) throw new Error('Connection terminated: lost as soon as it was made')
      return this
    } catch (error) {
      hosts?.forget()
      this.connection.stream.destroy()
      throw error
    }
  }

  async #reach(): Promise<void> {
    this.#connecting = true
    this.silenceMs = this.#link?.connectMs ?? connectMs.one
    this.#watch()
    try {
      await super.connect()
    } finally {
      this.#connecting = false
      this.silenceMs = this.usualMs
    }
  }

  /** True while waiting for an answer: to the connection, or to a query by the driver's internal flag. */
  get #asking(): boolean {
    if (this.#connecting) return true
    return (this as unknown as { readyForQuery: boolean | null }).readyForQuery === false
  }

  #watch(): void {
    this.#silentTicks = 0
    this.#watching ??= setInterval(() => this.#look(), tickMs).unref()
  }

  /**
   * Counts checks, not time: a paused process has not read pending data. Sent data counts as activity, and unread input is not
   * silence.
   */
  #look(): void {
    const stream = this.connection.stream as Socket
    const moved = stream.bytesRead + stream.bytesWritten
    if (moved !== this.#moved || stream.readableLength > 0) {
      this.#moved = moved
      this.#silentTicks = 0
      this.#heardAt = performance.now()
    }
    if (!this.#asking) {
      clearInterval(this.#watching)
      this.#watching = undefined
      return
    }
    this.#silentTicks++
    if (this.#silentTicks * tickMs <= this.silenceMs) return
    // A server that takes no more connections may still serve the open ones.
    if (this.#connecting) this.abandon('the server does not answer')
    else this.#leaveServer('the server is silent', this.silenceMs)
  }

  /** @param silentMs peers heard within this time are still trusted */
  #leaveServer(why: string, silentMs: number): void {
    this.#link?.hosts.forget()
    const since = performance.now() - silentMs
    for (const peer of this.#link?.peers ?? [])
      if (peer !== this && !peer.#asking && peer.#heardAt <= since) peer.abandon(why)
    this.abandon(why)
  }
}
