/** Drops created and edited through calls. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { Drop } from '@hilo/contract/drops.ts'
import { portState } from '@hilo/domain/status.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeVno,
  unique,
  type TestSession,
  type Vno,
} from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'
import { changedMeanwhile } from '../../test/poll.ts'

const { asignado } = portState.is
const none = 2_000_000_000

describe('drops through calls', () => {
  let server: TestServer
  let neutral: TestSession
  let admin: TestSession
  let vno: Vno
  before(async () => {
    server = await startTestServer()
    neutral = await makeSession(server.db, await makeOperator(server.db))
    vno = await makeVno(server.db)
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno, base: 'admin' }))
  })
  after(() => server.close())

  const call = async (path: Path, query: object, session = neutral) => {
    const { status, body } = await server.call(path, query, { session })
    return { status, ...(body as { error?: string; record?: unknown; records?: unknown[] }) }
  }
  const refused = async (path: Path, query: object, session = neutral) => {
    const { status, error } = await call(path, query, session)
    return [status, error]
  }
  const ok = async <T>(path: Path, query: object, session = neutral): Promise<T> => {
    const answer = await call(path, query, session)
    assert.equal(answer.status, 200, JSON.stringify(answer))
    return (answer.record ?? answer.records) as T
  }

  it('drops are of one operator, with labels of their own and a history', async () => {
    const cto = await makeCto(server.db)
    const port = await makePort(server.db, { cto, state: asignado, assignment_status: 1 })
    const held = {
      port_id: port.id,
      vno_id: vno.id,
      cto_id: cto.id,
      label: port.label,
      state: asignado,
      assignment_status: 1,
    }
    await insert(server.db, 'port_assignment', held)
    const label = `D-${unique()}`
    const made = { label, type: 'exterior', connection_type: 0, length_m: 80, port_id: port.id }
    const drop = await ok<Drop>('admin_vno/drops/create', made, admin)
    assert.deepEqual([drop.vno_id, drop.port?.code, drop.state], [vno.id, port.label, 'instalada'])
    assert.deepEqual(await refused('admin_vno/drops/create', made, admin), [409, 'LABEL_DUPLICATE'])
    const nobodys = { label: `${label}9`, type: 'exterior', connection_type: 0, vno_id: 2 ** 30 }
    assert.deepEqual(await refused('admin_vno/drops/create', nobodys), [404, 'NOT_FOUND'])
    const second = { ...made, label: `D-${unique()}` }
    assert.deepEqual(await refused('admin_vno/drops/create', second, admin), [409, 'PORT_NOT_AVAILABLE'])
    assert.deepEqual(await refused('admin_vno/drops/create', { ...second, port_id: none }, admin), [404, 'NOT_FOUND'])
    assert.deepEqual(await refused('admin_vno/drops/create', { ...second, vno_id: vno.id }, admin), [422, 'VALIDATION'])

    const stranger = await makeSession(server.db, await makeAdmin(server.db, { base: 'admin' }))
    const theirs = { id: drop.id, length_m: 90 }
    assert.deepEqual(await refused('admin_vno/drops/edit', theirs, stranger), [404, 'NOT_FOUND'])
    assert.deepEqual(await ok('admin_vno/drops/get', { id: drop.id }, stranger), [])
    const edited = await ok<Drop>(
      'admin_vno/drops/edit',
      { ...theirs, state: 'averiada', version: drop.version },
      admin,
    )
    assert.deepEqual([edited.length_m, edited.state, edited.port_id], [90, 'averiada', port.id])
    assert.deepEqual(await refused('admin_vno/drops/edit', { ...theirs, version: drop.version }, admin), [
      409,
      'VERSION_CONFLICT',
    ])
    const gone = await ok<Drop>('admin_vno/drops/edit', { id: drop.id, state: 'retirada' }, admin)
    assert.deepEqual([gone.port_id, gone.history?.length], [null, 2])
    assert.deepEqual(gone.history?.[1]?.changes['length_m'], { from: 80, to: 90 })
    assert.deepEqual(await refused('admin_vno/drops/edit', { id: drop.id, state: 'instalada' }, admin), [
      409,
      'DROP_BAD_STATE',
    ])
    assert.equal((await ok<Drop>('admin_vno/drops/create', second, admin)).port_id, port.id)
  })

  it('of two that set the same label at once one gets the conflict', async () => {
    const label = `D-${unique()}`
    const asked = { label, vno_id: vno.id, type: 'interior', connection_type: 1 }
    const both = await Promise.all([call('admin_vno/drops/create', asked), call('admin_vno/drops/create', asked)])
    assert.deepEqual(both.map(({ status, error }) => [status, error]).toSorted(), [
      [200, undefined],
      [409, 'LABEL_DUPLICATE'],
    ])
  })

  it('a label that another transaction takes after it was looked for is refused, and its drop stays as it is', async () => {
    const there = { vno_id: vno.id, type: 'interior', connection_type: 1 }
    const first = await ok<Drop>('admin_vno/drops/create', { ...there, label: `D-${unique()}`, length_m: 10 })
    const label = `D-${unique()}`
    const late = await changedMeanwhile(
      server.db,
      'drop_cable',
      ['update drop_cable set label = $1 where id = $2', label, first.id],
      () => call('admin_vno/drops/create', { ...there, label, length_m: 20 }),
    )
    assert.deepEqual([late.status, late.error], [409, 'LABEL_DUPLICATE'])
    const [left] = await ok<Drop[]>('admin_vno/drops/get', { filter: { label } })
    assert.deepEqual([left?.id, left?.length_m], [first.id, 10])
  })
})
