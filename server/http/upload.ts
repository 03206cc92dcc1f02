import type { MultipartFile } from '@fastify/multipart'
import type { FilePart } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from './handler.ts'
import { missingDetail, unknownDetail } from './validation.ts'

/** Most files and bytes that one request brings; a call that takes a larger file takes as much. */
export const maxFiles = 5
export const maxRequestBytes = 25 << 20
/** Largest file that any call takes. */
export const maxFileBytes = 50 << 20

type Parts = Readonly<Record<string, FilePart>>

/**
 * The file parts of one request: each is hashed on its way to a temporary file and never held whole in memory.
 * Nothing is left of them after `discard`.
 */
export class Upload {
  readonly #parts: Parts
  readonly #incoming: string
  /** Made with the first part that comes: most requests bring none. */
  #folder: string | undefined
  readonly #files = new Map<string, ReceivedFile>()
  /** Most bytes of all parts together. */
  readonly maxBytes: number
  /** Whether any part is declared at all. */
  readonly awaited: boolean
  #bytes = 0

  /** @param incoming folder for what is on its way; on the disk of the store, so that a file is moved by renaming */
  constructor(parts: Parts, incoming: string) {
    this.#parts = parts
    this.awaited = Object.keys(parts).length > 0
    this.maxBytes = Math.max(maxRequestBytes, ...Object.values(parts).map((part) => part.maxBytes))
    this.#incoming = incoming
  }

  get files(): Readonly<Record<string, ReceivedFile>> {
    return Object.fromEntries(this.#files)
  }

  /** Mandatory parts that did not come. */
  missing() {
    const names = Object.keys(this.#parts).filter((name) => !this.#parts[name]?.optional && !this.#files.has(name))
    return names.map(missingDetail)
  }

  /**
   * Takes one part to its temporary file. A part without a byte counts as not sent: so a browser sends an empty field.
   * @throws Problem VALIDATION for a part that is not declared or comes twice, FILE_TOO_LARGE
   */
  async take({ fieldname: name, file }: MultipartFile): Promise<void> {
    const part = Object.hasOwn(this.#parts, name) ? this.#parts[name] : undefined
    if (!part || this.#files.has(name)) throw new Problem('VALIDATION', { details: [unknownDetail(name)] })
    this.#folder ??= join(this.#incoming, randomUUID())
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, String(this.#files.size))
    const hash = createHash('sha256')
    let bytes = 0
    const measured = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length
        this.#bytes += chunk.length
        if (bytes > part.maxBytes || this.#bytes > this.maxBytes) return done(new Problem('FILE_TOO_LARGE'))
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(file, measured, createWriteStream(path, { flags: 'w', mode: 0o600 }))
    if (bytes > 0) this.#files.set(name, { path, bytes, sha256: hash.digest('hex') })
  }

  async discard(): Promise<void> {
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }
}
