/**
 * The limit: a bare node:http handler over pg that answers the same rows by prepared statements with JSON from PostgreSQL. No
 * session, validation, scope, audit or row-level security. Statements come by message, each is called as `POST /<name>` with
 * the JSON array of its values.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { limitSession } from './limit-session.ts'
import { silently } from './slice.ts'

const pool = silently(new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: limitSession }))
let statements: Readonly<Record<string, string>> = {}

async function copy(text: string, response: ServerResponse): Promise<void> {
  const client = await pool.connect()
  try {
    response.writeHead(200, { 'content-type': 'text/csv' })
    await pipeline(client.query(copyTo(text)), response)
  } finally {
    client.release()
  }
}

async function answer(name: string, body: string, response: ServerResponse): Promise<void> {
  const text = statements[name] ?? ''
  if (text.startsWith('copy')) return await copy(text, response)
  const values = JSON.parse(body) as unknown[]
  const { rows } = await pool.query<(string | null)[]>({ name, text, values, rowMode: 'array' })
  const [records, total] = rows[0] ?? []
  const json = `{"records":${records ?? '[]'}${total === undefined ? '' : `,"total":${total}`}}`
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
  response.end(json)
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    answer(request.url?.slice(1) ?? '', body, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
}

const server = createServer(receive)
server.keepAliveTimeout = 60_000
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.on('message', (message: Record<string, string>) => {
  statements = message
  process.send?.('ready')
})
process.once('disconnect', () => process.exit(0))
