import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { portAt, total } from './rows.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
const reference = { 'account/check_login': { method: 'GET', multipart: false } }
const known = { ...reference, 'admin_vno/ports/get': { method: 'POST', multipart: false } }

/** A page of rows; the cursor is its first row's number. The descending order reverses the list. */
function page(body: string): object {
  const { query } = JSON.parse(body) as { query: { limit: number; cursor?: string; sort?: [string, string][] } }
  const start = Number(query.cursor ?? 0)
  const end = Math.min(total, start + query.limit)
  const turned = query.sort?.[0]?.[1] === 'desc'
  const records = Array.from({ length: end - start }, (_, at) => portAt(turned ? total - 1 - start - at : start + at))
  return { records, next_cursor: end < total ? String(end) : null, total: { value: total, exact: true } }
}

/** Serves the built pages and the rows for both grids. */
export async function serve(folder: string): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      if (request.method === 'POST') {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        return { type: 'application/json', body: JSON.stringify(page(Buffer.concat(parts).toString())) }
      }
      if (path === '/assets/api.json') return { type: 'application/json', body: JSON.stringify(known) }
      const own = path.startsWith('/assets/i18n/') ? join(import.meta.dirname, '../../web') : folder
      const file = join(own, normalize(path === '/' ? '/index.html' : path))
      return { type: types[extname(file)] ?? 'application/octet-stream', body: await readFile(file) }
    }
    answer().then(
      ({ type, body }) => void response.writeHead(200, { 'Content-Type': type }).end(body),
      () => void response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
