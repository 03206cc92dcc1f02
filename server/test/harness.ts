/** A whole server on its own database, called over HTTP. */
import { contract, type Output, type Path } from '@hilo/contract/index.ts'
import type { FastifyInstance } from 'fastify'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { openAuth } from '../auth/auth.ts'
import { readConfig, type Config } from '../config.ts'
import { DiskStore } from '../files/store.ts'
import { startJobs } from '../jobs/jobs.ts'
import { silentLog, terminalLog, type Log } from '../log.ts'
import { openReader, type Reader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { patientReads, quickPlant } from './quick-plant.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Parsed JSON; undefined for other types. */
  body: unknown
  text: string
  bytes: Buffer
}

export interface CallOptions {
  /** Of `makeSession`, sent as the web's cookie; the session of an API key has a bearer token instead. */
  session?: { cookie: string; bearer?: string } | undefined
  /** Sent as bearer, like the native application. */
  bearer?: string
  headers?: Record<string, string>
  /** File parts by name: sent as multipart. */
  files?: Readonly<Record<string, Buffer>> | undefined
}

export interface TestServer {
  app: FastifyInstance
  db: TestDatabase
  config: Config
  store: DiskStore
  /** Acted on by hand; read through `reader`. */
  plant: SimulatedPlant
  reader: Reader
  /** Calls a path with JSON, in process, with the declared method. */
  call(path: Path, query?: object, options?: CallOptions): Promise<Answer>
  /** A call that must succeed: its answer, as the contract declares it. */
  done<P extends Path>(
    path: P,
    query: object,
    session?: CallOptions['session'],
    files?: CallOptions['files'],
  ): Promise<Output<P>>
  /** Rows of a statement of the database's owner. */
  rows<R = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<R[]>
  /** Listens on a free port and returns its address. */
  listen(): Promise<string>
  close(): Promise<void>
}

/**
 * @param env variables of the README, on top of demonstration mode without data
 * @param parts `jobs`: also runs the worker, so that interventions move by themselves; `log`: receives the log, which is
 *   otherwise printed with HILO_TEST_LOG=1, and silent without
 */
export async function startTestServer(
  env: Record<string, string> = {},
  parts: { jobs?: boolean; log?: Log } = {},
): Promise<TestServer> {
  const { log = process.env['HILO_TEST_LOG'] === '1' ? terminalLog() : silentLog } = parts
  const db = await startTestDatabase()
  const config = {
    ...readConfig({ HILO_SEED: 'none', HILO_DEMO: '1', WEBHOOK_NETWORKS: '127.0.0.0/8,::1', ...env }),
    databaseUrl: db.ownerUrl,
  }
  const auth = await openAuth({ config, db, log })
  const folder = await mkdtemp(join(tmpdir(), 'hilo-files-'))
  const store = new DiskStore(join(folder, 'files'))
  const plant = new SimulatedPlant(db, quickPlant)
  const reader = openReader(plant, db, patientReads)
  const app = await buildApp({ config, db, log, auth, store, plant: reader, checkAnswers: true })
  const jobs = parts.jobs ? await startJobs({ db, reader, plant, config, log }, store) : null
  const call: TestServer['call'] = (path, query, options) => inject(app, config, path, query ?? {}, options ?? {})
  return {
    app,
    db,
    config,
    store,
    plant,
    reader,
    call,
    done: async <P extends Path>(
      path: P,
      query: object,
      session?: CallOptions['session'],
      files?: CallOptions['files'],
    ) => {
      const { status, body, text } = await call(path, query, { session, files })
      assert.equal(status, 200, `${path}: ${text}`)
      return body as Output<P>
    },
    rows: async <R>(text: string, ...values: unknown[]) => (await db.owner.query(text, values)).rows as R[],
    listen: () => app.listen({ host: '127.0.0.1', port: config.port }),
    close: async () => {
      await app.close()
      await jobs?.stop()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function inject(
  app: FastifyInstance,
  config: Config,
  path: Path,
  query: object,
  { session, bearer, headers, files }: CallOptions,
): Promise<Answer> {
  const { method } = contract[path]
  const url = `/api/v1/${path}.json`
  const token = bearer ?? session?.bearer
  const sent = {
    host: config.publicUrl.host,
    ...(session && !session.bearer && { cookie: session.cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  }
  const response =
    method === 'GET'
      ? await app.inject({ method, url, headers: sent, query: parameters(query) })
      : await app.inject({ method, url, ...bodyOf(query, files, sent) })
  const json = String(response.headers['content-type']).startsWith('application/json')
  const body: unknown = json ? response.json() : undefined
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    text: response.body,
    bytes: response.rawPayload,
  }
}

function bodyOf(query: object, files: CallOptions['files'], headers: Record<string, string>) {
  if (!files) return { headers, payload: { query } }
  const form = multipart([['query', JSON.stringify(query)], ...Object.entries(files)])
  return { headers: { ...headers, ...form.headers }, payload: form.payload }
}

/** A multipart body of parts in order: text as a field, bytes as a file. */
export function multipart(parts: readonly (readonly [string, string | Buffer])[]): {
  headers: Record<string, string>
  payload: Buffer
} {
  const pieces = parts.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="f.bin"\r\ncontent-type: application/octet-stream'
    const head = `--hilo\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=hilo' },
    payload: Buffer.concat([...pieces, Buffer.from('--hilo--\r\n')]),
  }
}

function parameters(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}
