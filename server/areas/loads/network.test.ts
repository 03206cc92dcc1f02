/** Boxes, ports and drops edited through calls. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { Cto } from '@hilo/contract/ctos.ts'
import { assignmentStatus, ctoState, portState } from '@hilo/domain/status.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent, makePort } from '../../test/plant-factories.ts'
import { changedMeanwhile } from '../../test/poll.ts'

const { disponible, asignado, ocupado, pendiente_revision, defectuoso } = portState.is
const none = 2_000_000_000

describe('the network through calls', async () => {
  const server = closedAfter(await startTestServer())
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno, base: 'admin' }))
  const key = unique()
  const olt = { code: `OLT-${key}`, exchange_code: key, name: key, vendor: 'S', model: 'S', optic_class: 'C+' }
  const olt_id = await insert(server.db, 'olt', olt)
  await insert(server.db, 'pon', { olt_id, slot: 2, port: 5, code: `OLT-${key}/1/2/5`, tx_dbm: 5 })
  const pon = { pon_code: `OLT-${key}/1/2/5`, olt_id }

  const refused = async (path: Path, query: object, session = neutral) => {
    const answer = await server.call(path, query, { session })
    return `${answer.status} ${codeOf(answer)}`
  }
  const madrid = { postal_code: '28001', municipality: 'Madrid', ine_code: '28079', province: 'Madrid' }
  const newBox = (over: object = {}) => ({
    code: `28079-V${unique()}`,
    type: 'fachada',
    connection_type: 1,
    ports_total: 4,
    address: { street: 'Calle Mayor', number: '3', ...madrid },
    position: { lat: 40.41, lon: -3.7, accuracy_m: 5 },
    upstream: { pon_code: pon.pon_code, splitter1_code: 'S1', feeder_m: 1200 },
    ...over,
  })
  const created = (over: object) => refused('admin_vno/ctos/create', newBox(over))
  const makeBox = async (over: object = {}) =>
    (await server.done('admin_vno/ctos/create', newBox(over), neutral)).record
  const editBox = async (query: object) => (await server.done('admin_vno/ctos/edit', query, neutral)).record
  const editPort = async (query: object) => (await server.done('admin_vno/ports/edit', query, neutral)).record
  const boxesOf = async (id: number) => (await server.done('admin_vno/ctos/get', { id }, neutral)).records
  const portsOf = async (cto: { id: number }) => {
    const { records } = await server.done('admin_vno/ports/get', { filter: { cto_id: cto.id } }, neutral)
    return records.toSorted((a, b) => a.number - b.number)
  }
  const firstPort = async (cto: { id: number }) => (await portsOf(cto))[0] ?? assert.fail('no port')

  it('a box is made with its ports, labelled after it', async () => {
    const box = await makeBox({
      upstream: { olt_id: pon.olt_id, slot: 2, pon: 5, splitter1_code: 'S1', feeder_m: 90 },
      conditions: [998, 997],
      position: { lat: 40.41, lon: -3.7, source: 'field' },
    })
    assert.deepEqual([box.state, box.ports_free, box.label], [ctoState.is.disponible, 4, box.code.slice(6)])
    assert.deepEqual([box.upstream.pon_code, box.splitter.ratio, box.position.source], [pon.pon_code, '1:4', 'field'])
    assert.deepEqual(columnOf(box.conditions, 'code'), [997, 998])
    assert.equal(box.created_by?.account_type, 'ad')
    const labels = ['01', '02', '03', '04'].map((number) => `${box.label}/${number}`)
    assert.deepEqual(columnOf(await portsOf(box), 'label'), labels)
  })

  it('the same code twice, an unknown PON and half a PON are refused', async () => {
    const { code } = await makeBox()
    assert.equal(await created({ code }), '409 ALREADY_EXISTS')
    const upstream = { splitter1_code: 'S1', feeder_m: 1 }
    const wrong = [{ pon_code: 'NADA/1/1/1' }, { olt_id: none, slot: 1, pon: 1 }]
    for (const one of wrong) assert.equal(await created({ upstream: { ...upstream, ...one } }), '404 NOT_FOUND')
    assert.equal(await created({ upstream: { ...upstream, slot: 1 } }), '422 VALIDATION')
    const twins = await Promise.all([1, 2].map(() => created({ code: `${code}-2` })))
    assert.deepEqual(twins.toSorted(), ['200 undefined', '409 ALREADY_EXISTS'])
  })

  it('a code that another transaction takes after it was looked for is refused, and its box stays as it is', async () => {
    const first = await makeBox({ ports_total: 4 })
    const { code } = newBox()
    const late = () => created({ code, ports_total: 8 })
    const taken = 'update cto set code = $1 where id = $2'
    assert.equal(await changedMeanwhile(server.db, 'cto', [taken, code, first.id], late), '409 ALREADY_EXISTS')
    assert.equal((await portsOf(first)).length, 4)
  })

  it('is closed to operators, whatever their privileges', async () => {
    const box = await makeBox()
    const port = await firstPort(box)
    const asked: [Path, object][] = [
      ['admin_vno/ctos/create', newBox()],
      ['admin_vno/ctos/edit', { id: box.id }],
      ['admin_vno/ctos/delete', { id: box.id }],
      ['admin_vno/ports/edit', { id: port.id }],
    ]
    for (const [path, query] of asked) assert.equal(await refused(path, query, admin), '403 PRIVILEGE_DENIED')
  })

  it('an edit changes only the given fields; conditions keep their date; a stale one conflicts', async () => {
    const box = await makeBox({ conditions: [999] })
    const edited = await editBox({
      id: box.id,
      version: box.version,
      access_notes: 'Llave en conserjería',
      conditions: [999, 996],
      ports_total: 8,
      address: { number: null },
    })
    assert.deepEqual([edited.address.number, edited.address.street, edited.ports_total], [null, 'Calle Mayor', 8])
    assert.equal(edited.conditions.find((one) => one.code === 999)?.since, box.conditions[0]?.since)
    assert.equal(edited.state, ctoState.is.defectuosa)
    assert.equal((await portsOf(box)).length, 8)
    const stale = { id: box.id, version: box.version, key_needed: true }
    const { status, body } = await server.call('admin_vno/ctos/edit', stale, { session: neutral })
    const conflict = body as { error: string; record: Cto }
    assert.deepEqual([status, conflict.error, conflict.record.id], [409, 'VERSION_CONFLICT', box.id])
    const smaller = await editBox({ id: box.id, ports_total: 4, conditions: [], label: `L${unique()}` })
    assert.deepEqual([smaller.state, smaller.ports_free], [ctoState.is.disponible, 4])
    assert.equal((await firstPort(box)).label, `${smaller.label}/01`)
    assert.equal(await refused('admin_vno/ctos/edit', { id: none }), '404 NOT_FOUND')
  })

  it('a box in maintenance takes no intervention until it expires or is released', async () => {
    const box = await makeBox()
    const technician = await makeTechnician(server.db, { vno })
    const session = await makeSession(server.db, technician)
    const asked = { cto_id: box.id, work_kind: 'alta' }
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const locked = await editBox({ id: box.id, lock: { until, reason: 'Cambio de divisor' } })
    assert.deepEqual([locked.lock?.until, locked.lock?.reason], [until, 'Cambio de divisor'])
    assert.equal(await refused('admin_vno/events/create', asked, session), '409 CTO_LOCKED')
    await server.done('admin_vno/events/create', { ...asked, work_kind: 'mantenimiento', vno_id: vno.id }, neutral)
    const past = { until: new Date(Date.now() - 1000).toISOString(), reason: 'Terminado' }
    assert.equal((await editBox({ id: box.id, lock: past })).lock, null)
    await editBox({ id: box.id, lock: { reason: 'Sin plazo' } })
    assert.equal(await refused('admin_vno/events/create', asked, session), '409 CTO_LOCKED')
    await editBox({ id: box.id, lock: null })
    await server.done('admin_vno/events/create', asked, session)
  })

  it('a box is removed unless a port is assigned or work is open, and comes back when created again', async () => {
    const box = await makeBox()
    const event = await makeEvent(server.db, { vno, cto: box })
    assert.equal(await refused('admin_vno/ctos/delete', { id: box.id }), '409 IN_USE')
    await server.db.owner.query('update event set process_state = 5 where id = $1', [event.id])
    const port = await firstPort(box)
    await editPort({ id: port.id, assignment_status: assignmentStatus.is.technical_reserve, vno_id: vno.id })
    assert.equal(await refused('admin_vno/ctos/delete', { id: box.id }), '409 IN_USE')
    await editPort({ id: port.id, assignment_status: assignmentStatus.is.available })
    await server.done('admin_vno/ctos/delete', { id: box.id }, neutral)
    assert.deepEqual(await boxesOf(box.id), [])
    assert.deepEqual(await portsOf(box), [])
    assert.equal(await refused('admin_vno/ctos/delete', { id: box.id }), '404 NOT_FOUND')
    const work = { cto_code: box.code, work_kind: 'alta', vno_id: vno.id }
    assert.equal(await refused('admin_vno/events/create', work), '404 CTO_NOT_FOUND')
    const again = await makeBox({ code: box.code, ports_total: 8 })
    assert.deepEqual([again.id, again.ports_free, (await portsOf(again)).length], [box.id, 8, 8])
  })

  it('a port moves along legal moves only, with its history and its box', async () => {
    const box = await makeBox()
    const port = await firstPort(box)
    const edit = (over: object) => editPort({ id: port.id, ...over })
    const wrong = (over: object) => refused('admin_vno/ports/edit', { id: port.id, ...over })
    assert.equal(await wrong({ inventory_status: 2 }), '409 PORT_BAD_STATE')
    assert.equal(await wrong({ assignment_status: 5 }), '409 PORT_BAD_STATE')
    assert.equal(await wrong({ assignment_status: 1 }), '422 VALIDATION')
    assert.equal(await wrong({ vno_id: vno.id }), '422 VALIDATION', 'an operator without a state would be dropped')
    const kept = await edit({ assignment_status: 1, vno_id: vno.id, version: port.version })
    assert.deepEqual([kept.state, kept.vno_id], [asignado, vno.id])
    assert.equal(await wrong({ version: port.version, splitter_leg: 3 }), '409 VERSION_CONFLICT')
    assert.equal(await wrong({ vno_id: (await makeVno(server.db)).id, splitter_leg: 2 }), '409 PORT_NOT_AVAILABLE')
    assert.deepEqual([(await edit({ assignment_status: 10 })).state, (await edit({})).vno_id], [disponible, null])
    const reported = await edit({ problem: { reason: 2, code: 801 } })
    assert.deepEqual([reported.state, reported.inventory_status], [pendiente_revision, 1])
    assert.equal(await wrong({ problem: null }), '409 PORT_BAD_STATE')
    assert.equal((await edit({ inventory_status: 2, reason: 'Conector roto' })).state, defectuoso)
    assert.equal(await wrong({ inventory_status: 3 }), '409 PORT_BAD_STATE')
    assert.equal((await boxesOf(box.id))[0]?.ports_free, 3)
    const history = 'select cause from port_history where port_id = $1 order by id'
    const { rows } = await server.db.owner.query<{ cause: string }>(history, [port.id])
    assert.deepEqual(columnOf(rows, 'cause'), ['assign', 'release', 'report', 'confirm'])
  })

  it('an undeclared occupation is regularized with its access and drop', async () => {
    const port = await firstPort(await makeBox())
    const other = await makePort(server.db)
    const access = { code: `AC-${unique()}`, vno_id: vno.id, cto_id: other.cto_id, port_id: other.id, state: 'en_alta' }
    const access_id = await insert(server.db, 'access', access)
    const cable = { label: `D-${unique()}`, vno_id: vno.id, type: 'interior', connection_type: 1 }
    const { record: drop } = await server.done('admin_vno/drops/create', cable, neutral)
    const line = { vno_id: vno.id, access_id, drop_id: drop.id }
    const asked = { id: port.id, assignment_status: assignmentStatus.is.occupied, ...line }
    assert.equal(await refused('admin_vno/ports/edit', { ...asked, drop_id: undefined }), '422 VALIDATION')
    const foreign = (await makeVno(server.db)).id
    assert.equal(await refused('admin_vno/ports/edit', { ...asked, vno_id: foreign }), '404 NOT_FOUND')
    const regular = await editPort(asked)
    assert.deepEqual(regular, { ...regular, state: ocupado, ...line })
    assert.equal(await refused('admin_vno/drops/edit', { id: drop.id, state: 'retirada' }), '409 IN_USE')
    const second = await firstPort(await makeBox())
    assert.equal(await refused('admin_vno/ports/edit', { ...asked, id: second.id }), '409 IN_USE')
  })

  it('a port claimed by an intervention is not changed', async () => {
    const box = await makeBox()
    const port = await firstPort(box)
    const event = await makeEvent(server.db, { vno, cto: box })
    const claim = `insert into port_claim (port_id, event_id, vno_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`
    await server.db.owner.query(claim, [port.id, event.id, vno.id])
    assert.equal(await refused('admin_vno/ports/edit', { id: port.id, problem: { reason: 2 } }), '409 IN_USE')
  })
})
