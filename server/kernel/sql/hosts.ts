/** Chooses one of a URL's servers: probed, cached until one proves otherwise. */
import pg from 'pg'
import type { Address, Place, Wanted } from '../../database-address.ts'
import { patient } from '../patience.ts'

/** Timeout of a probe, ms. */
const patienceMs = patient(2000)
const ask = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as closed`

interface Told {
  standby: boolean
  /** Read-only. */
  closed: boolean
}

const fits: Record<Wanted, (told: Told) => boolean> = {
  any: () => true,
  'read-write': ({ standby, closed }) => !standby && !closed,
  primary: ({ standby }) => !standby,
  'read-only': ({ standby, closed }) => standby || closed,
  standby: ({ standby }) => standby,
  'prefer-standby': ({ standby }) => standby,
}

/** SQLSTATE of a failed connection. */
const unreached = '08001'

export class Hosts {
  readonly #address: Address
  readonly #wanted: Wanted
  #current: Place | null = null
  #finding: Promise<Place> | null = null

  constructor(address: Address, wanted: Wanted) {
    this.#address = address
    this.#wanted = address.wanted ?? wanted
  }

  get several(): boolean {
    return this.#address.places.length > 1
  }

  /** In the driver's format; the place is passed beside it. */
  get connectionString(): string {
    return this.#address.first
  }

  /** @throws {Error} with SQLSTATE 08001 while no server is suitable */
  async find(): Promise<Place> {
    const [only] = this.#address.places
    if (!this.several) return only
    if (this.#current) return this.#current
    this.#finding ??= this.#search().finally(() => (this.#finding = null))
    return await this.#finding
  }

  /** Clears the cache: all servers are probed before the next connection. */
  forget(): void {
    this.#current = null
  }

  async #search(): Promise<Place> {
    const asked = this.#address.places.map(async (place) => ({ place, told: await this.#ask(place) }))
    const first = (wanted: Wanted) =>
      Promise.any(
        asked.map(async (one) => {
          const { place, told } = await one
          if (!fits[wanted](told)) throw new Error(`${place.host}:${place.port} is not ${wanted}`)
          return place
        }),
      )
    const found = this.#wanted === 'prefer-standby' ? first('standby').catch(() => first('any')) : first(this.#wanted)
    this.#current = await found.catch((cause: unknown) => {
      throw Object.assign(new Error('none of the servers is the one wanted', { cause }), { code: unreached })
    })
    return this.#current
  }

  async #ask({ host, port }: Place): Promise<Told> {
    const client = new pg.Client({ connectionString: this.connectionString, connectionTimeoutMillis: patienceMs })
    Object.assign(client, { host, port })
    client.on('error', () => {})
    const late = setTimeout(() => client.connection.stream.destroy(), patienceMs)
    try {
      await client.connect()
      const { rows } = await client.query<Told>(ask)
      const [told] = rows
      if (!told) throw new Error('no answer')
      return told
    } finally {
      clearTimeout(late)
      client.connection.stream.destroy()
    }
  }
}
