import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Plugin } from 'vite'
import { contract } from '@hilo/contract/index.ts'

const types: Record<string, string> = {
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}
const isJson = (name: string) => /\.(?:json|webmanifest)$/.test(name)

interface Reference {
  method: 'GET' | 'POST'
  /** Name under which the fields travel, where it is not `query`. */
  envelope?: string
  /** Changes something, and takes a `client_request_id`. */
  changes?: true
  /** Only reads; of calls without a session that is not said. */
  reads?: true
}

/** The call table that the client loads at start: path → method (POST travels as multipart), name of the field that holds the query, and what it does. */
function apiReference(): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries(contract).map(([path, spec]) => {
      const envelope = 'envelope' in spec ? { envelope: spec.envelope } : {}
      const changes = 'mutates' in spec && spec.mutates === true
      const does = changes
        ? { changes }
        : spec.privilege !== 'none' || spec.method === 'GET'
          ? { reads: true as const }
          : {}
      return [path, { method: spec.method, ...envelope, ...does }]
    }),
  )
}

/**
 * What keeps its name: `assets/i18n/*.json`, the pictures of `assets/` and the API reference. Everything with a hash in
 * its name stands apart, under `static/`, and may be cached for ever.
 */
export function namedAssets(root: string): Plugin {
  const folder = join(root, 'assets')
  const reference = () => JSON.stringify(apiReference())
  return {
    name: 'hilo-named-assets',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/api.json', source: reference() })
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const source = await readFile(path)
        const small = isJson(entry.name) ? JSON.stringify(JSON.parse(source.toString())) : source
        this.emitFile({ type: 'asset', fileName: `assets/${path.slice(folder.length + 1)}`, source: small })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?', 1)[0] ?? ''
        const file = join(folder, path.slice('/assets/'.length))
        if (path === '/assets/api.json') response.setHeader('Content-Type', 'application/json').end(reference())
        else if (path.startsWith('/assets/') && file.startsWith(folder) && existsSync(file)) {
          response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream').end(readFileSync(file))
        } else next()
      })
    },
  }
}
