/** People who enrol through the API, and the follow-up jobs, run by hand. */
import assert from 'node:assert/strict'
import type { Input } from '@hilo/contract/index.ts'
import type { ApiRequest } from '@hilo/contract/enrollments/api-requests.ts'
import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import type { EnrollmentRequest } from '@hilo/contract/enrollments/enrollment-actions.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { silentLog } from '../log.ts'
import { processTasks } from '../process/index.ts'
import { columnOf, detailsOf, refusalOf } from './answers.ts'
import { makeLine, type Line } from './enrollment-factories.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeVno,
  unique,
  type TestSession,
  type Vno,
} from './factories.ts'
import { startTestServer, type Answer, type TestServer } from './harness.ts'

/** Job metadata of a first try. */
const firstTry = { job: { flags: null, attempts: 1, max_attempts: 8 } } as never
const path = 'admin_vno/enrollments/create'
const logPath = 'admin_vno/enrollments/apirequests/get'
type Asked = Omit<Partial<Input<typeof path>>, 'pictures'> & { label_read: string; pictures?: readonly number[] }

interface DropRow {
  id: number
  state: string
  port_id: number | null
}

export interface Enrolling {
  server: TestServer
  vno: Vno
  admin: TestSession
  neutral: TestSession
  /** An API key of the operator. */
  key: TestSession & { api_key_id: number; bearer: string }
  create(query: Asked, who?: TestSession): Promise<Answer>
  /** The record of a successful enrolment. */
  created(query: Asked, who?: TestSession): Promise<Enrollment>
  /** The accepted request of the key. */
  accepted(query: Asked): Promise<EnrollmentRequest>
  upload(file: Buffer, who?: TestSession, query?: object): Promise<Answer>
  /** A line of the operator. */
  line(over?: Parameters<typeof makeLine>[2]): Promise<Line>
  drop(label: string): Promise<DropRow | undefined>
  run(task: string, payload: object): Promise<void>
  event(id: number): Promise<Event>
  /** Newest first. */
  log(who?: TestSession): Promise<ApiRequest[]>
  rows: TestServer['rows']
  /** Status and code of a refusal, and the first field that it names. */
  refused(answer: Promise<Answer>): Promise<unknown[]>
  close(): Promise<void>
}

export async function startEnrolling(): Promise<Enrolling> {
  const server = await startTestServer()
  const { db, reader, plant, config, store } = server
  const vno = await makeVno(db)
  const account = await makeAdmin(db, { vno })
  const admin = await makeSession(db, account)
  const system = await makeAdmin(db, { vno })
  const session = await makeSession(db, system, { channel: 'api' })
  const api_key_id = await insert(db, 'api_key', {
    vno_id: vno.id,
    name: `Clave ${unique()}`,
    prefix: 'hk_',
    account_id: system.id,
    session_id: session.id,
    expires_at: new Date(Date.now() + 86_400_000),
  })
  const key = { ...session, api_key_id, bearer: session.token }
  const tasks = processTasks({ db, reader, plant, config, log: silentLog }, store)
  const create: Enrolling['create'] = (query, who = admin) =>
    server.call(path, { label_source: 'qr', ...query }, { session: who })
  const good = async <T>(sent: Promise<Answer>) => {
    const { status, text, body } = await sent
    assert.equal(status, 200, text)
    return body as T
  }
  return {
    server,
    vno,
    admin,
    neutral: await makeSession(db, await makeOperator(db)),
    key,
    create,
    created: async (...sent) => (await good<{ record: Enrollment }>(create(...sent))).record,
    accepted: async (query) => {
      const { result_flag, record } = await good<{ result_flag: number; record: EnrollmentRequest }>(create(query, key))
      assert.equal(result_flag, 3)
      return record
    },
    upload: (file, who = admin, query = {}) =>
      server.call('admin_vno/enrollments/upload', query, { session: who, files: { file } }),
    run: async (name, payload) => {
      const task = tasks[name]
      assert.ok(task, name)
      await task(payload, firstTry)
    },
    line: (over) => makeLine(db, vno, over),
    drop: async (name) =>
      (await server.rows<DropRow>('select id, state, port_id from drop_cable where label = $1', name))[0],
    event: async (id) => {
      const [event] = (await server.done('admin_vno/events/get', { id }, admin)).records
      assert.ok(event)
      return event
    },
    log: async (who = admin) => (await server.done(logPath, { sort: [['id', 'desc']] }, who)).records,
    rows: server.rows,
    refused: async (sent) => {
      const answer = await sent
      return [...refusalOf(answer), ...columnOf(detailsOf(answer), 'field').slice(0, 1)]
    },
    close: () => server.close(),
  }
}
