import type { RowResult } from '@hilo/contract/load.ts'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { csvText } from '@hilo/domain/formula.ts'
import type { Kept } from '../files/keep.ts'
import type { FileStore } from '../files/store.ts'

const heads = ['line', 'ok', 'code', 'message', 'id'] as const
/** A value as a CSV cell. */
export function csvCell(value: string | number | boolean | undefined): string {
  return typeof value === 'string' ? csvText(value) : String(value ?? '')
}

/** The result of every row as a CSV that grows on disk, never in memory. */
export class ResultFile {
  readonly #store: FileStore
  readonly #path: string
  readonly #hash = createHash('sha256')
  readonly #out: ReturnType<typeof createWriteStream>
  #bytes = 0
  #failure: Error | undefined

  private constructor(store: FileStore) {
    this.#store = store
    this.#path = join(store.incoming, randomUUID())
    this.#out = createWriteStream(this.#path, { mode: 0o600 })
    this.#out.on('error', (error) => (this.#failure = error))
  }

  static async open(store: FileStore): Promise<ResultFile> {
    await mkdir(store.incoming, { recursive: true, mode: 0o700 })
    const file = new ResultFile(store)
    await file.#write(`\uFEFF${heads.join(',')}\r\n`)
    return file
  }

  async add(results: readonly RowResult[]): Promise<void> {
    const lines = results.map((one) => heads.map((head) => csvCell(one[head])).join(','))
    if (lines.length > 0) await this.#write(`${lines.join('\r\n')}\r\n`)
  }

  async #write(text: string): Promise<void> {
    const chunk = Buffer.from(text)
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    if (!this.#out.write(chunk) && !this.#failure) await once(this.#out, 'drain')
    if (this.#failure) throw this.#failure
  }

  /** Moves the file to the store; nothing refers to it yet. */
  async keep(vnoId: number | null): Promise<Kept> {
    this.#out.end()
    await finished(this.#out)
    const sha256 = this.#hash.digest('hex')
    return { key: await this.#store.put(vnoId ?? 0, this.#path, sha256), bytes: this.#bytes, sha256 }
  }

  async discard(): Promise<void> {
    this.#out.destroy()
    await rm(this.#path, { force: true })
  }
}
