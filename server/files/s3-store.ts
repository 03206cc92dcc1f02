import { openAsBlob } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Problem } from '@hilo/domain/problem.ts'
import { AwsClient } from 'aws4fetch'
import { assertKey, assertRoomIn, isKey, keyOf, listName, type DiskUse, type FileKey, type FileStore } from './store.ts'
import { patient } from '../kernel/patience.ts'

/** An S3 bucket with path-style addresses: Amazon, MinIO, Ceph, Garage. */
export interface Bucket {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Retries after an answer of 500 or more, and timeout of a request, ms. */
const retries = 3
const asksFor = patient(10_000)
const sendsFor = patient(120_000)
/** Status of S3 for a full bucket. */
const full = 507

const missing = (key: string) => Object.assign(new Error(`no file ${key}`), { code: 'ENOENT' })

/** Files in a bucket, each under its key; uploads in progress are on this machine's disk. */
export class S3Store implements FileStore {
  readonly incoming: string
  readonly #client: AwsClient
  readonly #address: string
  readonly #use: DiskUse

  constructor({ endpoint, bucket, ...credentials }: Bucket, incoming: string, use: DiskUse = statfs) {
    this.incoming = incoming
    this.#client = new AwsClient({ ...credentials, service: 's3', retries })
    this.#address = `${new URL(endpoint).origin}/${bucket}`
    this.#use = use
  }

  async #ask(path: string, init: RequestInit = {}, ms = asksFor): Promise<Response> {
    // The client retries after an answer of 500 or more, so the timeout covers all tries.
    const timed = new AbortController()
    const timer = setTimeout(() => timed.abort(), ms)
    try {
      return await this.#client.fetch(`${this.#address}${path}`, { ...init, signal: timed.signal })
    } catch {
      throw new Problem('UNAVAILABLE', { retryAfter: 5 })
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws Problem for every other answer, except a 404 where it counts as absent. */
  async #done(path: string, init: RequestInit = {}, ms = asksFor): Promise<Response | null> {
    const answer = await this.#ask(path, init, ms)
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw answer.status === full ? new Problem('STORAGE_FULL') : new Problem('UNAVAILABLE', { retryAfter: 5 })
  }

  /** Whether the bucket exists and gives access; null without an answer. */
  async reach(): Promise<{ ok: boolean; status: number } | null> {
    return await this.#ask('?max-keys=1').then(
      ({ ok, status }) => ({ ok, status }),
      () => null,
    )
  }

  async assertRoom(): Promise<void> {
    await assertRoomIn(this.incoming, this.#use)
  }

  async put(vnoId: number, tempPath: string, sha256: string): Promise<FileKey> {
    const key = keyOf(vnoId, sha256)
    // The bucket verifies the hash and refuses other bytes; an existing object gets a new date.
    const headers = { 'X-Amz-Content-Sha256': sha256 }
    const response = await this.#done(`/${key}`, { method: 'PUT', body: await openAsBlob(tempPath), headers }, sendsFor)
    if (!response) throw new Problem('UNAVAILABLE', { retryAfter: 5 })
    await rm(tempPath, { force: true })
    return key
  }

  async open(key: FileKey): Promise<Readable> {
    assertKey(key)
    const answer = await this.#done(`/${key}`)
    if (!answer?.body) throw missing(key)
    return Readable.fromWeb(answer.body)
  }

  async exists(key: FileKey): Promise<boolean> {
    assertKey(key)
    return (await this.#done(`/${key}`, { method: 'HEAD' })) !== null
  }

  async remove(key: FileKey): Promise<void> {
    assertKey(key)
    await this.#done(`/${key}`, { method: 'DELETE' })
  }

  async *untouched(ms: number): AsyncGenerator<FileKey> {
    let last: string | undefined
    let more = true
    while (more) {
      const page = new URLSearchParams(last === undefined ? {} : { marker: last })
      const text = (await (await this.#done(`?${page}`))?.text()) ?? ''
      // Keys are alphanumeric, so they need no XML unescaping.
      for (const [, key = '', at = ''] of text.matchAll(/<Key>([^<]+)<\/Key>.*?<LastModified>([^<]+)</gs)) {
        last = key
        if (isKey(key) && Date.now() - Date.parse(at) > ms) yield key
      }
      more = text.includes('<IsTruncated>true<')
    }
  }

  async isUntouched(key: FileKey, ms: number): Promise<boolean> {
    assertKey(key)
    const answer = await this.#done(`/${key}`, { method: 'HEAD' })
    const at = Date.parse(answer?.headers.get('last-modified') ?? '')
    return Date.now() - at > ms
  }

  async readList(): Promise<string> {
    return (await (await this.#done(`/${listName}`))?.text()) ?? ''
  }

  async writeList(text: string): Promise<void> {
    if (!(await this.#done(`/${listName}`, { method: 'PUT', body: text }))) throw new Problem('UNAVAILABLE')
  }
}
