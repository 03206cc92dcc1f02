/** Drops created and edited through calls. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { portState } from '@hilo/domain/status.ts'
import { columnsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeAssignment, makePort } from '../../test/plant-factories.ts'
import { changedMeanwhile } from '../../test/poll.ts'

const { asignado } = portState.is
const none = 2_000_000_000
const create = 'admin_vno/drops/create'
const edit = 'admin_vno/drops/edit'

describe('drops through calls', async () => {
  const server = closedAfter(await startTestServer())
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno, base: 'admin' }))

  const refused = async (path: Path, query: object, session = admin) =>
    refusalOf(await server.call(path, query, { session }))
  const done = async (path: typeof create | typeof edit, query: object, session = admin) =>
    (await server.done(path, query, session)).record

  it('drops are of one operator, with labels of their own and a history', async () => {
    const port = await makePort(server.db, { state: asignado, assignment_status: 1 })
    await makeAssignment(server.db, { vno, port, state: asignado, assignment_status: 1 })
    const label = `D-${unique()}`
    const made = { label, type: 'exterior', connection_type: 0, length_m: 80, port_id: port.id }
    const drop = await done(create, made)
    assert.deepEqual([drop.vno_id, drop.port?.code, drop.state], [vno.id, port.label, 'instalada'])
    assert.deepEqual(await refused(create, made), [409, 'LABEL_DUPLICATE'])
    const nobodys = { label: `${label}9`, type: 'exterior', connection_type: 0, vno_id: 2 ** 30 }
    assert.deepEqual(await refused(create, nobodys, neutral), [404, 'NOT_FOUND'])
    const second = { ...made, label: `D-${unique()}` }
    assert.deepEqual(await refused(create, second), [409, 'PORT_NOT_AVAILABLE'])
    assert.deepEqual(await refused(create, { ...second, port_id: none }), [404, 'NOT_FOUND'])
    assert.deepEqual(await refused(create, { ...second, vno_id: vno.id }), [422, 'VALIDATION'])

    const stranger = await makeSession(server.db, await makeAdmin(server.db, { base: 'admin' }))
    const longer = { id: drop.id, length_m: 90, version: drop.version }
    assert.deepEqual(await refused(edit, longer, stranger), [404, 'NOT_FOUND'])
    const edited = await done(edit, { ...longer, state: 'averiada' })
    assert.deepEqual([edited.length_m, edited.state, edited.port_id], [90, 'averiada', port.id])
    assert.deepEqual(await refused(edit, longer), [409, 'VERSION_CONFLICT'])
    const gone = await done(edit, { id: drop.id, state: 'retirada' })
    assert.deepEqual([gone.port_id, gone.history?.length], [null, 2])
    assert.deepEqual(gone.history?.[1]?.changes['length_m'], { from: 80, to: 90 })
    assert.deepEqual(await refused(edit, { id: drop.id, state: 'instalada' }), [409, 'DROP_BAD_STATE'])
    assert.equal((await done(create, second)).port_id, port.id)
  })

  it('of two that set the same label at once one gets the conflict', async () => {
    const label = `D-${unique()}`
    const asked = { label, vno_id: vno.id, type: 'interior', connection_type: 1 }
    const both = await Promise.all([refused(create, asked, neutral), refused(create, asked, neutral)])
    assert.deepEqual(both.toSorted(), [[200, undefined], [409, 'LABEL_DUPLICATE']]) // prettier-ignore
  })

  it('a label that another transaction takes after it was looked for is refused, and its drop stays as it is', async () => {
    const there = { type: 'interior', connection_type: 1 }
    const first = await done(create, { ...there, label: `D-${unique()}`, length_m: 10 })
    const label = `D-${unique()}`
    const renamed = ['update drop_cable set label = $1 where id = $2', label, first.id] as const
    const late = () => refused(create, { ...there, label, length_m: 20 })
    assert.deepEqual(await changedMeanwhile(server.db, 'drop_cable', renamed, late), [409, 'LABEL_DUPLICATE'])
    const { records } = await server.done('admin_vno/drops/get', { filter: { label } }, admin)
    assert.deepEqual(columnsOf(records, 'id', 'length_m'), [[first.id, 10]])
  })
})
