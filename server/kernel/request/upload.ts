import type { MultipartFile } from '@fastify/multipart'
import type { FilePart } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '../handler.ts'
import { missingDetail, unknownDetail } from '../validation.ts'

/** Maximum files and bytes per request; a call for larger files raises it. */
export const maxFiles = 5
const maxRequestBytes = 25 << 20
/** Largest file of any call. */
export const maxFileBytes = 50 << 20

type Parts = Readonly<Record<string, FilePart>>

/** File parts of one request: each is hashed while written to a temporary file, never held in memory. `discard` deletes them. */
export class Upload {
  readonly #parts: Parts
  readonly #incoming: string
  /** Created with the first part: most requests have none. */
  #folder: string | undefined
  readonly #files = new Map<string, ReceivedFile>()
  /** Maximum bytes of all parts; 0 if none is declared. */
  readonly maxBytes: number
  #bytes = 0

  /** @param incoming folder for uploads in progress; on the store's disk, so that files are moved by renaming */
  constructor(parts: Parts, incoming: string) {
    this.#parts = parts
    const largest = Object.values(parts).map((part) => part.maxBytes)
    this.maxBytes = largest.length > 0 ? Math.max(maxRequestBytes, ...largest) : 0
    this.#incoming = incoming
  }

  get files(): Readonly<Record<string, ReceivedFile>> {
    return Object.fromEntries(this.#files)
  }

  /** Mandatory parts that are missing. */
  missing() {
    const names = Object.keys(this.#parts).filter((name) => !this.#parts[name]?.optional && !this.#files.has(name))
    return names.map(missingDetail)
  }

  /**
   * Writes one part to its temporary file. An empty part counts as not sent, as from an empty form field.
   * @throws Problem VALIDATION for an undeclared or repeated part, FILE_TOO_LARGE
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
