/**
 * An S3 bucket for tests, on its own port. It verifies every request's signature by Amazon's Signature Version 4, and the hash
 * of the bytes. Listings are paged like Amazon's, with few names per page.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from '../files/s3-store.ts'

const sum = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

function isSigned({ method, url, headers }: IncomingMessage, { accessKeyId, secretAccessKey }: Bucket): boolean {
  const [, id, day = '', region = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const at = String(headers['x-amz-date'])
  if (id !== accessKeyId || !at.startsWith(day) || !names.split(';').includes('host')) return false
  const { pathname, searchParams } = new URL(url ?? '', 'http://bucket')
  const asked = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
  const said = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, pathname, asked.join('&'), said.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sum(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secretAccessKey}`)
  return sign(key, text).toString('hex') === signature
}

interface Answer {
  status: number
  body?: Buffer | string
  headers?: Record<string, string>
}
interface Kept {
  bytes: Buffer
  at: Date
}

/** Amazon's has 1000 names; fewer let a test have several pages of few files. */
const page = 20

function list(objects: Map<string, Kept>, marker: string): Answer {
  const names = [...objects.keys()].toSorted().filter((name) => name > marker)
  const shown = names.slice(0, page).map((name) => {
    const at = objects.get(name)?.at.toISOString() ?? ''
    return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`
  })
  const body = `<ListBucketResult><IsTruncated>${names.length > page}</IsTruncated>${shown.join('')}</ListBucketResult>`
  return { status: 200, body }
}

async function answerTo(request: IncomingMessage, bucket: Bucket, objects: Map<string, Kept>): Promise<Answer> {
  const bytes = await buffer(request)
  if (!isSigned(request, bucket)) return { status: 403 }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
  const [, name, ...rest] = pathname.split('/')
  if (name !== bucket.bucket) return { status: 404 }
  const key = rest.join('/')
  if (key === '') return list(objects, searchParams.get('marker') ?? '')
  if (request.method === 'PUT') {
    const said = request.headers['x-amz-content-sha256']
    if (said !== 'UNSIGNED-PAYLOAD' && said !== sum(bytes)) return { status: 400 }
    if (request.headers['content-length'] === undefined) return { status: 411 }
    objects.set(key, { bytes, at: new Date() })
    return { status: 200 }
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  const found = objects.get(key)
  if (!found) return { status: 404 }
  return { status: 200, body: found.bytes, headers: { 'last-modified': found.at.toUTCString() } }
}

/** Starts it; `bucket` is its configuration. */
export async function startBucket(): Promise<{ bucket: Bucket; close(): Promise<void> }> {
  const objects = new Map<string, Kept>()
  const bucket = {
    endpoint: '',
    bucket: 'hilo',
    region: 'eu-south-2',
    accessKeyId: 'llave',
    secretAccessKey: 'secreta',
  }
  const server = createServer((request, reply) => {
    void answerTo(request, bucket, objects).then(({ status, body = '', headers = {} }) =>
      reply.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    bucket,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
