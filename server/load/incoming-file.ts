import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Kept } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'

/** A file on its way into the store: written to disk as it comes, never whole in memory. */
export class IncomingFile implements AsyncDisposable {
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

  static async open(store: FileStore): Promise<IncomingFile> {
    await mkdir(store.incoming, { recursive: true, mode: 0o700 })
    return new IncomingFile(store)
  }

  async write(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    if (!this.#out.write(chunk) && !this.#failure) await once(this.#out, 'drain')
    if (this.#failure) throw this.#failure
  }

  /** Moves the file to the store; not referenced yet. */
  async keep(vnoId: number | null): Promise<Kept> {
    this.#out.end()
    await finished(this.#out)
    const sha256 = this.#hash.digest('hex')
    return { key: await this.#store.put(vnoId ?? 0, this.#path, sha256), bytes: this.#bytes, sha256 }
  }

  /** Removes what was not kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#out.destroy()
    await rm(this.#path, { force: true })
  }
}
