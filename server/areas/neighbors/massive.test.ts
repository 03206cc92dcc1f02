/** Bulk queries of customers: throttled per OLT, no access read twice, nothing lost by a crash. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { NeighborJob } from '@hilo/contract/neighbors/neighbor-jobs.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { massiveRetention } from '../../process/massive.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, type Account, type Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { runTask } from '../../test/run-task.ts'
import { makeNeighbours, type NeighbourBox } from '../../test/watched-box.ts'

const ask = 'admin_vno/neighbors/queryStateVNO'
const jobs = 'admin_vno/neighbors/jobs/get'
const results = 'admin_vno/neighbors/jobs/results/get'
type Started = { result_flag: number; poll_after_ms?: number; record: NeighborJob }

describe('massive queries of neighbours', async () => {
  const server = closedAfter(await startTestServer())

  const as = async (account: Account, path: Path, query: object, files?: Record<string, Buffer>) =>
    server.call(path, query, { session: await makeSession(server.db, account), files })
  const scene = async (count = 2): Promise<{ owner: Vno; admin: Account; box: NeighbourBox }> => {
    const box = await makeNeighbours(server.db, { count })
    return { owner: box.owner, admin: await makeAdmin(server.db, { vno: box.owner }), box }
  }
  const csv = (codes: string[]) => ({ file: Buffer.from(`acceso\n${codes.join('\n')}\n`) })
  const start = async (account: Account, codes: string[]) =>
    (await server.done(ask, {}, await makeSession(server.db, account), csv(codes))) as Started
  const run = (id: number) => runTask(server, 'process.massive', { job_id: id })
  const job = async (account: Account, id: number) =>
    (await server.done(jobs, { id }, await makeSession(server.db, account))).records[0]
  const rest = () => server.db.owner.query(`update neighbour_job_pace set at = at - interval '61 seconds'`)

  it('a file becomes a job, with its results in the answer and as a table', async () => {
    const { admin, box } = await scene()
    const codes = columnOf(box.accesses, 'code')
    const { result_flag, poll_after_ms, record } = await start(admin, [...codes, codes[0] ?? '', 'AC00-00000000-0'])
    assert.deepEqual([result_flag, poll_after_ms, record.state, record.total, record.done], [3, 5000, 'en_cola', 3, 1])
    await run(record.job_id)
    await run(record.job_id)
    const done = await job(admin, record.id)
    assert.deepEqual([done?.state, done?.done, done?.failed], ['parcial', 3, 1])
    const told = columnsOf(done?.results ?? [], 'code', 'error')
    assert.deepEqual(told, [...codes.map((code) => [code, null]), ['AC00-00000000-0', 'NOT_FOUND']])
    assert.ok(done?.results?.slice(0, 2).every(({ result }) => result?.state === 'online' && result.rx_dbm !== null))
    const asked = { format: 'csv', filter: { job_id: record.id } }
    const table = await as(admin, 'admin_vno/neighbors/jobs/results/download', asked)
    assert.ok(codes.every((code) => table.text.includes(code)) && table.text.includes('online'))
    const { records } = await server.done(jobs, {}, await makeSession(server.db, admin))
    assert.deepEqual(columnsOf(records, 'id', 'results'), [[record.id, null]])
  })

  it('up to fifty are answered at once, more become a job; an unreadable list is refused', async () => {
    const { admin, box } = await scene(1)
    const [access] = box.accesses
    const few = await as(admin, ask, { accesses: [access?.code ?? ''] })
    assert.equal((few.body as { records: unknown[] }).records.length, 1)
    const many = await as(admin, ask, { accesses: Array.from({ length: 51 }, (_, i) => `AC-${i}`) })
    const { result_flag, record } = many.body as Started
    assert.deepEqual([many.status, result_flag, record.state], [200, 2, 'error'])
    for (const bad of ['nombre\nx\n', 'acceso\n', '', '{"a":1}', `acceso\n${'A\n'.repeat(5001)}`])
      assert.equal((await as(admin, ask, {}, { file: Buffer.from(bad) })).status, 422)
    assert.equal((await as(admin, ask, { access_id: access?.id }, csv(['A']))).status, 422)
  })

  it('S2 another operator’s access is like one that does not exist, and so is its job', async () => {
    const { admin, box } = await scene(1)
    const { admin: stranger } = await scene(1)
    const { record } = await start(stranger, [box.accesses[0]?.code ?? '', 'AC00-00000000-0'])
    const found = await job(stranger, record.id)
    const seen = found?.results?.map(({ code: _, line: __, ...row }) => row)
    assert.deepEqual(seen?.[0], seen?.[1])
    assert.equal(await job(admin, record.id), undefined)
    const listed = (await as(admin, results, { filter: { job_id: record.id } })).body as { records: unknown[] }
    assert.deepEqual(listed.records, [])
  })

  it('needs its own privilege; a technician has no access', async () => {
    const vno = await makeVno(server.db)
    const privileges = { ...defaultPrivileges('adminVNO'), 'massive-neighbor-request': { privs: {} } }
    const accounts = [
      await makeAdmin(server.db, { vno, privileges }),
      await makeTechnician(server.db, { vno, privileges: defaultPrivileges('adminVNO') }),
    ]
    for (const account of accounts) assert.equal((await as(account, ask, {}, csv(['A']))).status, 403)
  })

  it('the same access is read once an hour, also when two ask at once', async () => {
    const { admin, box } = await scene(1)
    const codes = columnOf(box.accesses, 'code')
    const both = await Promise.all([start(admin, codes), start(admin, codes)])
    assert.deepEqual(both.map(({ result_flag }) => result_flag).toSorted(), [2, 3])
    const second = both.find(({ result_flag }) => result_flag === 2)
    const [row] = (await job(admin, second?.record.id ?? 0))?.results ?? []
    assert.deepEqual([row?.error, row?.message], ['RATE_LIMITED', 'Este acceso se ha pedido hace menos de una hora.'])
    await run(both.find(({ result_flag }) => result_flag === 3)?.record.id ?? 0)
    await server.db.owner.query(`update neighbour_job_row set asked_at = asked_at - interval '61 minutes'`)
    assert.equal((await start(admin, codes)).result_flag, 3)
  })

  it('an operator has two jobs open at most', async () => {
    const { admin, box } = await scene(3)
    for (const { code } of box.accesses.slice(0, 2)) assert.equal((await start(admin, [code])).result_flag, 3)
    const third = await as(admin, ask, {}, csv([box.accesses[2]?.code ?? '']))
    assert.deepEqual([third.status, third.headers['retry-after']], [429, '60'])
  })

  it('S45 one box per minute and OLT if that is a tenth of it; finished boxes stay finished', async () => {
    const first = await scene(1)
    const second = await makeNeighbours(server.db, { count: 1, owner: first.owner, ponId: first.box.ponId })
    const codes = [first.box, second].map(({ accesses }) => accesses[0]?.code ?? '')
    const { record } = await start(first.admin, codes)
    for (let i = 0; i < 2; i++) {
      await run(record.id)
      const half = await job(first.admin, record.id)
      assert.deepEqual([half?.state, half?.done], ['en_curso', 1])
    }
    await rest()
    await run(record.id)
    assert.equal((await job(first.admin, record.id))?.state, 'hecho')
  })

  it('S7 jobs of a suspended operator are not read, and say why', async () => {
    const { owner, admin, box } = await scene(2)
    const codes = columnOf(box.accesses, 'code')
    const { record } = await start(admin, codes)
    const status = 'update vno set status = $2 where id = $1'
    await server.db.owner.query(status, [owner.id, 4])
    await run(record.id)
    await server.db.owner.query(status, [owner.id, 1])
    const stopped = await job(admin, record.id)
    assert.equal(stopped?.state, 'error')
    assert.deepEqual(columnOf(stopped.results ?? [], 'error'), ['PRIVILEGE_DENIED', 'PRIVILEGE_DENIED'])
  })

  it('F7 an OLT that does not answer: the last reading where there is one, with the reason', async () => {
    const { admin, box } = await scene(1)
    await server.plant.act(box.cto.id, { action: 'olt_down' })
    const { record } = await start(admin, columnOf(box.accesses, 'code'))
    await run(record.id)
    const done = await job(admin, record.id)
    assert.deepEqual([done?.state, done?.results?.[0]?.error], ['error', 'OLT_UNREACHABLE'])
  })

  it('results are stored for a week', async () => {
    const { admin, box } = await scene(1)
    const { record } = await start(admin, columnOf(box.accesses, 'code'))
    await server.db.owner.query(massiveRetention)
    assert.ok(await job(admin, record.id))
    const ended = `update neighbour_job set expires_at = app_now() - interval '1 second' where id = $1`
    await server.db.owner.query(ended, [record.id])
    await server.db.owner.query(massiveRetention)
    assert.equal(await job(admin, record.id), undefined)
    await run(record.id)
  })
})
