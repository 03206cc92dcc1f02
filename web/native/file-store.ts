import type { Change, Store, StoreName } from './device-types.ts'
import { revive, strip } from './stored-value.ts'

/** The folder operations that the store needs. Bytes travel as base64. */
export interface Files {
  /** File names in a folder; empty if it does not exist. */
  list: (folder: string) => Promise<string[]>
  readText: (path: string) => Promise<string>
  readBytes: (path: string) => Promise<string>
  writeText: (path: string, text: string) => Promise<void>
  writeBytes: (path: string, base64: string) => Promise<void>
  /** Never called with an existing target. */
  rename: (from: string, to: string) => Promise<void>
  remove: (path: string) => Promise<void>
}

/** One stored key, without its bytes. */
interface Entry {
  store: StoreName
  key: string
  /** Absent: the key was removed. */
  value?: unknown
  /** Files with the bytes of the value. */
  bytes: string[]
}
/** One change on the device: a file of its own, complete or absent. */
interface CommittedChange {
  name: string
  entries: Entry[]
}

const changes = 'changes'
const bytes = 'bytes'
const broken = 'broken'
const placeOf = ({ store, key }: { store: StoreName; key: string }) => `${store}/${key}`
const numberName = (number: number) => String(number).padStart(12, '0')

/** Error messages of Android and iOS for a full device; a web view has an error name for it. */
const noRoom = /ENOSPC|no space left|out of space|Code=640|no (?:hay|tiene|queda) (?:suficiente )?espacio/i
const named = (error: unknown) =>
  error instanceof Error && noRoom.test(error.message) ? new DOMException(error.message, 'QuotaExceededError') : error

/** Best effort: leftovers are deleted at the next start. */
const quietly = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  )

/**
 * Store on plain files. Each change is written under a temporary name and then renamed: the rename commits it
 * atomically, wherever the device dies. The content is the changes replayed in order; a file is deleted when nothing in
 * it is current.
 */
export class FileStore implements Store {
  readonly #files: Files
  readonly #kept: CommittedChange[] = []
  /** The current entry of each key, and the change it comes from. */
  readonly #held = new Map<string, { by: CommittedChange; entry: Entry }>()
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

  /** Serializes writes: concurrent changes would have no defined order. */
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
    // Numbers are never reused, not even those of uncommitted files.
    for (const name of [...names, ...pieces]) this.#next = Math.max(this.#next, Number.parseInt(name, 10) + 1 || 0)
    await this.#sweep()
  }

  /** An incomplete change was never committed and is deleted. A committed file that cannot be parsed is put aside. */
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

  /** Applies a change; returns the entries it supersedes. */
  #hold(one: CommittedChange): Entry[] {
    this.#kept.push(one)
    const old = one.entries.flatMap((entry) => this.#held.get(placeOf(entry))?.entry ?? [])
    for (const entry of one.entries) this.#held.set(placeOf(entry), { by: one, entry })
    return old
  }

  /**
   * Deletes, oldest first, change files without current entries; a removal is current as long as an older file mentions
   * its key.
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
    // With two changes of one key, the later one counts.
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
