/** A whole server on a database of its own, called through the wire. */
import type { Path } from '@hilo/contract/index.ts'
import { contract } from '@hilo/contract/index.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { openAuth } from '../auth/auth.ts'
import { readConfig, type Config } from '../config.ts'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Parsed JSON; undefined when the answer is something else. */
  body: unknown
  text: string
}

export interface CallOptions {
  /** Of makeSession: sent as the web's cookie. */
  session?: { cookie: string } | undefined
  /** Sent as bearer, the way the native application does. */
  bearer?: string
  headers?: Record<string, string>
}

export interface TestServer {
  app: FastifyInstance
  db: TestDatabase
  config: Config
  /** Calls by path as JSON, in the process, with the declared method. */
  call(path: Path, query?: object, options?: CallOptions): Promise<Answer>
  /** Listens on a free port and answers its address. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** @param env variables of the README, on top of demonstration mode without data. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const db = await startTestDatabase()
  const config = { ...readConfig({ HILO_SEED: 'none', HILO_DEMO: '1', ...env }), databaseUrl: db.ownerUrl }
  const auth = await openAuth({ config, db, log: silentLog })
  const app = await buildApp({ config, db, log: silentLog, auth, checkAnswers: true })
  return {
    app,
    db,
    config,
    call: (path, query, options) => inject(app, config, path, query ?? {}, options ?? {}),
    listen: () => app.listen({ host: '127.0.0.1', port: config.port }),
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

async function inject(
  app: FastifyInstance,
  config: Config,
  path: Path,
  query: object,
  { session, bearer, headers }: CallOptions,
): Promise<Answer> {
  const { method } = contract[path]
  const url = `/api/v1/${path}.json`
  const sent = {
    host: config.publicUrl.host,
    ...(session && { cookie: session.cookie }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...headers,
  }
  const response =
    method === 'GET'
      ? await app.inject({ method, url, headers: sent, query: parameters(query) })
      : await app.inject({ method, url, headers: sent, payload: { query } })
  const json = String(response.headers['content-type']).startsWith('application/json')
  const body: unknown = json ? response.json() : undefined
  return { status: response.statusCode, headers: response.headers, body, text: response.body }
}

function parameters(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}
