/**
 * Comparisons for opening Hilo's list, on the same rows of the same database through the limit: a plain page, which is the
 * minimum for a browser, and react-admin with only its list. Neither has a session.
 */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

/** Fields of the product's default columns. */
const fields = ['label', 'cto.code', 'number', 'state', 'vno.name', 'access.code', 'drop.code', 'ont.serial', 'rx_dbm']

const settings = (values: readonly unknown[]) =>
  `<script>window.opening = ${JSON.stringify({ values: JSON.stringify(values), fields })}</script>`

/** A script of twenty lines, without a client, minimal styles. */
const plainPage = `<!doctype html>
<html lang="es"><meta charset="utf-8"><title>Puertos</title>
<style>table { border-collapse: collapse } td { border-bottom: 1px solid #ccc; padding: 4px 8px }</style>
<button id="turn">Puerto</button><table><tbody></tbody></table>
<script>
  const { values, fields } = window.opening
  const body = document.querySelector('tbody')
  const at = (record, path) => path.split('.').reduce((value, name) => value?.[name], record) ?? ''
  const show = async (statement) => {
    const answer = await fetch('/' + statement, { method: 'POST', body: values })
    const { records } = await answer.json()
    body.replaceChildren(...records.map((record) => {
      const row = document.createElement('tr')
      for (const path of fields) row.insertCell().textContent = at(record, path)
      return row
    }))
  }
  document.querySelector('#turn').onclick = () => show('portsTurned')
  void show('ports')
</script></html>`

interface File {
  type: string
  body: Buffer
}
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const file = (name: string, content: string | Buffer): [string, File] => [
  name,
  { type: types[extname(name)] ?? 'application/octet-stream', body: brotliCompressSync(content) },
]

/** Serves files and forwards queries to the limit. */
async function serve(files: ReadonlyMap<string, File>, limitPort: number) {
  const server = createServer((request, response) => {
    const answer = async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (request.method === 'POST') {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        const asked = { method: 'POST', body: Buffer.concat(parts) }
        const answered = await fetch(`http://127.0.0.1:${limitPort}${pathname}`, asked)
        return response.writeHead(answered.status).end(Buffer.from(await answered.arrayBuffer()))
      }
      const found = files.get(pathname === '/' ? '/index.html' : pathname)
      if (!found) return response.writeHead(404).end()
      const kept = pathname === '/' ? 'no-store' : 'public, max-age=31536000, immutable'
      const headers = { 'content-type': found.type, 'content-encoding': 'br', 'cache-control': kept }
      return response.writeHead(200, headers).end(found.body)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

/** @param values parameters of the statements `ports` and `portsTurned` */
export function servePlain(limitPort: number, values: readonly unknown[]) {
  const page = plainPage.replace('<style>', `${settings(values)}<style>`)
  return serve(new Map([file('/index.html', page)]), limitPort)
}

/** Not in the project's packages: tests do not need them. */
const packages = {
  'react-admin': '5.15.4',
  react: '19.3.1',
  'react-dom': '19.3.1',
}

/** Downloads react-admin into the folder the first time, and builds its page there. */
export async function serveReactAdmin(folder: string, limitPort: number, values: readonly unknown[]) {
  await mkdir(folder, { recursive: true })
  await cp(join(import.meta.dirname, 'react-admin'), folder, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'ignore' })
  const outDir = join(folder, 'dist')
  await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const page = await readFile(join(outDir, 'index.html'), 'utf8')
  const assets = await readdir(join(outDir, 'assets'))
  const parts = assets.map(async (name) => file(`/assets/${name}`, await readFile(join(outDir, 'assets', name))))
  const files = new Map(await Promise.all(parts))
  files.set(...file('/index.html', page.replace('<head>', `<head>${settings(values)}`)))
  return serve(files, limitPort)
}
