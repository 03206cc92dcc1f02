import type { Change, Store, StoreName } from './store.ts'
import { revive, strip } from './stored-value.ts'

/** A folder of the device, as little of it as keeping needs. Bytes travel as base64. */
export interface Files {
  /** Names in a folder; none when it does not exist. */
  list: (folder: string) => Promise<string[]>
  readText: (path: string) => Promise<string>
  readBytes: (path: string) => Promise<string>
  writeText: (path: string, text: string) => Promise<void>
  writeBytes: (path: string, base64: string) => Promise<void>
  /** Never asked to put a file over another. */
  rename: (from: string, to: string) => Promise<void>
  remove: (path: string) => Promise<void>
}

/** One thing that is kept, without its bytes. */
interface Entry {
  store: StoreName
  key: string
  /** Absent: the key was removed. */
  value?: unknown
  /** Files of the bytes that belong to it. */
  bytes: string[]
}
/** One change as it lies on the device: a file of its own, that is there whole or not at all. */
interface Kept {
  name: string
  entries: Entry[]
}

const changes = 'changes'
const bytes = 'bytes'
const broken = 'broken'
const placeOf = ({ store, key }: { store: StoreName; key: string }) => `${store}/${key}`
const numberName = (number: number) => String(number).padStart(12, '0')

/** How Android and iOS say that there is no room left; the view's own word for it is a name. */
const noRoom = /ENOSPC|no space left|out of space|Code=640|no (?:hay|tiene|queda) (?:suficiente )?espacio/i
const named = (error: unknown) =>
  error instanceof Error && noRoom.test(error.message) ? new DOMException(error.message, 'QuotaExceededError') : error

/** What is left lying is taken away at the next start. */
const quietly = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  )

/**
 * The device's database as files. Each change is written under a name that nobody reads and then renamed: from that
 * moment it counts, all of it, wherever the device dies. What is kept is what the changes in their order say; a file goes
 * when nothing that it says still holds.
 */
export class FileStore implements Store {
  readonly #files: Files
  readonly #kept: Kept[] = []
  /** The change that says what a key is now, and what it says. */
  readonly #held = new Map<string, { by: Kept; entry: Entry }>()
  #next = 1
  #last: Promise<unknown> = Promise.resolve()
  #opened: Promise<void> | null = null

  constructor(files: Files) {
    this.#files = files
  }

  all(of: StoreName): Promise<unknown[]> {
    return this.#inTurn(() => Promise.all(this.#of(of).map((entry) => this.#read(entry))))
  }

  get(of: StoreName, key: string): Promise<unknown> {
    return this.#inTurn(async () => {
      const entry = this.#held.get(placeOf({ store: of, key }))?.entry
      return entry && this.#read(entry)
    })
  }

  keys(of: StoreName): Promise<string[]> {
    return this.#inTurn(async () => this.#of(of).map(({ key }) => key))
  }

  put(of: StoreName, key: string, value: unknown): Promise<void> {
    return this.change([{ store: of, key, value }])
  }

  remove(of: StoreName, key: string): Promise<void> {
    return this.change([{ store: of, key, value: undefined }])
  }

  change(all: readonly Change[]): Promise<void> {
    return this.#inTurn(() => this.#change(all))
  }

  /** One after the other: two changes at a time would have no order. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      this.#opened ??= this.#open().catch((error: unknown) => {
        this.#opened = null
        throw error
      })
      await this.#opened
      return act()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #open(): Promise<void> {
    this.#kept.length = 0
    this.#held.clear()
    const names = await this.#files.list(changes)
    for (const name of names.sort()) {
      const entries = await this.#readChange(name)
      if (entries) this.#hold({ name, entries })
    }
    const wanted = new Set([...this.#held.values()].flatMap(({ entry }) => entry.bytes))
    const pieces = await this.#files.list(bytes)
    for (const name of pieces) if (!wanted.has(name)) await quietly(this.#files.remove(`${bytes}/${name}`))
    // No name is used twice, not even one that never came to count.
    for (const name of [...names, ...pieces]) this.#next = Math.max(this.#next, Number.parseInt(name, 10) + 1 || 0)
    await this.#sweep()
  }

  /** Half a change never counted and goes. One that counted and was damaged since is put aside, as it cannot be read. */
  async #readChange(name: string): Promise<Entry[] | null> {
    const path = `${changes}/${name}`
    if (!name.endsWith('.json')) {
      await quietly(this.#files.remove(path))
      return null
    }
    const text = await this.#files.readText(path)
    try {
      return JSON.parse(text) as Entry[]
    } catch {
      await quietly(this.#files.rename(path, `${broken}/${name}`))
      return null
    }
  }

  /** Takes a change in; gives what it puts out of force. */
  #hold(one: Kept): Entry[] {
    this.#kept.push(one)
    const old = one.entries.flatMap((entry) => this.#held.get(placeOf(entry))?.entry ?? [])
    for (const entry of one.entries) this.#held.set(placeOf(entry), { by: one, entry })
    return old
  }

  /**
   * Takes away, oldest first, the changes of which nothing holds any more; a removal holds for as long as an older file
   * speaks of its key.
   */
  async #sweep(): Promise<void> {
    const spoken = new Set<string>()
    for (const one of [...this.#kept]) {
      const mine = one.entries.map(placeOf).filter((place) => this.#held.get(place)?.by === one)
      const holds = mine.some((place) => this.#held.get(place)?.entry.value !== undefined || spoken.has(place))
      if (!holds && (await quietly(this.#files.remove(`${changes}/${one.name}`)))) {
        this.#kept.splice(this.#kept.indexOf(one), 1)
        for (const place of mine) this.#held.delete(place)
      } else for (const entry of one.entries) spoken.add(placeOf(entry))
    }
  }

  async #change(all: readonly Change[]): Promise<void> {
    if (all.length === 0) return
    // Two changes of one key in one: the later one counts.
    const latest = [...new Map(all.map((one) => [placeOf(one), one])).values()]
    const number = numberName(this.#next++)
    const fresh = `${changes}/${number}.new`
    const path = `${changes}/${number}.json`
    try {
      const entries = await this.#keepBytes(number, latest)
      await this.#files.writeText(fresh, JSON.stringify(entries))
      await this.#files.rename(fresh, path)
      const old = this.#hold({ name: `${number}.json`, entries })
      await this.#sweep()
      for (const gone of old.flatMap((entry) => entry.bytes)) await quietly(this.#files.remove(`${bytes}/${gone}`))
    } catch (error) {
      await Promise.all([fresh, path].map((left) => quietly(this.#files.remove(left))))
      throw named(error)
    }
  }

  async #keepBytes(number: string, all: readonly Change[]): Promise<Entry[]> {
    let count = 0
    const keep = async ({ store, key, value }: Change): Promise<Entry> => {
      const names: string[] = []
      const stripped = await strip(value, async (base64) => {
        const name = `${number}-${count++}`
        names.push(name)
        await this.#files.writeBytes(`${bytes}/${name}`, base64)
        return name
      })
      return { store, key, bytes: names, ...(value !== undefined && { value: stripped }) }
    }
    return Promise.all(all.map(keep))
  }

  #read(entry: Entry): Promise<unknown> {
    return revive(entry.value, (name) => this.#files.readBytes(`${bytes}/${name}`))
  }

  #of(store: StoreName): Entry[] {
    return [...this.#held.values()]
      .map(({ entry }) => entry)
      .filter((entry) => entry.store === store && entry.value !== undefined)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  }
}
