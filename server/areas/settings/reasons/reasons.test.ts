import type { ReasonRecord } from '@hilo/contract/settings/reasons.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, columnOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'

const edit = 'admin_vno/reasons/edit'

describe('catalogues of reasons', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const other = await makeSession(server.db, await makeAdmin(server.db))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const get = async (catalogue: string, session = admin) =>
    (await server.done('admin_vno/reasons/get', { catalogue }, session)).records
  const one = async (catalogue: string, code: string, session = admin) =>
    (await get(catalogue, session)).find((reason) => reason.code === code)
  const change = (query: object, session = admin) => server.call(edit, query, { session })

  it('every operator begins with the product’s own, in Spanish', async () => {
    const records = await get('order_cancel', other)
    const names = ['El cliente desiste', 'Orden duplicada', 'Datos erróneos', 'Sin acceso', 'CTO copada', 'Otra']
    assert.deepEqual(columnOf(records, 'name'), names)
    assert.ok(records.every(({ status, source, version }) => status === 1 && source === 'default' && version === 0))
    const all = await server.done('admin_vno/reasons/get', {}, other)
    assert.equal(new Set(columnOf(all.records, 'catalogue')).size, 5)
  })

  it('S3 an operator adds, renames and disables for itself only', async () => {
    const dog = { catalogue: 'no_access', code: 'perro', name: 'Perro suelto' }
    const { record } = await server.done(edit, dog, admin)
    assert.deepEqual(record, { ...dog, status: 1, source: 'vno', version: 1, position: 5 })
    await change({ catalogue: 'no_access', code: 'sin_llave', name: 'La llave no está' })
    await change({ catalogue: 'no_access', code: 'altura', status: 2 })
    const disabled = (await get('no_access')).filter(({ status }) => status === 2)
    assert.deepEqual(columnOf(disabled, 'code'), ['altura'])
    assert.equal((await one('no_access', 'sin_llave'))?.name, 'La llave no está')
    assert.equal((await one('no_access', 'altura'))?.name, 'La altura no lo permite')
    const theirs = await get('no_access', other)
    assert.ok(theirs.every(({ source }) => source === 'default'))
    await change({ catalogue: 'no_access', code: 'sin_llave', name: null })
    assert.equal((await one('no_access', 'sin_llave'))?.name, 'No hay llave')
  })

  it('the neutral operator adds for all, or for one', async () => {
    await change({ catalogue: 'unsubscription', code: 'fraude', name: 'Fraude' }, neutral)
    assert.deepEqual((await one('unsubscription', 'fraude', other))?.source, 'neutral')
    await change({ catalogue: 'unsubscription', code: 'mudanza', name: 'Mudanza', vno_id: vno.id }, neutral)
    assert.ok(await one('unsubscription', 'mudanza'))
    assert.equal(await one('unsubscription', 'mudanza', other), undefined)
    const nowhere = { catalogue: 'unsubscription', code: 'xx', name: 'Nada', vno_id: 2 ** 30 }
    assert.equal(codeOf(await change(nowhere, neutral)), 'NOT_FOUND')
  })

  it('refuses invalid values, a stale version, and sessions without the privilege', async () => {
    assert.equal(codeOf(await change({ catalogue: 'event_cancel', code: 'nuevo' })), 'VALIDATION')
    assert.equal(codeOf(await change({ catalogue: 'event_cancel', code: 'otra', status: 2 })), 'VALIDATION')
    assert.equal(codeOf(await change({ catalogue: 'nada', code: 'otra' })), 'VALIDATION')
    assert.equal(codeOf(await change({ catalogue: 'event_cancel', code: 'otra', vno_id: vno.id })), 'VALIDATION')
    await change({ catalogue: 'event_cancel', code: 'potencia', status: 2, version: 0 })
    const stale = await change({ catalogue: 'event_cancel', code: 'potencia', status: 1, version: 0 })
    assert.deepEqual([stale.status, (stale.body as { record: ReasonRecord }).record.version], [409, 1])
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    assert.equal((await change({ catalogue: 'event_cancel', code: 'potencia', status: 1 }, technician)).status, 403)
    assert.equal((await get('event_cancel', technician)).length, 6)
  })

  it('keeps its position for that operator only; new ones are inserted before "other"', async () => {
    const place = (code: string, position: number, session = admin) =>
      change({ catalogue: 'event_cancel', code, position }, session)
    const names = async (session = admin) => columnOf(await get('event_cancel', session), 'code')
    const moved = await place('potencia', 0)
    assert.equal(moved.status, 200, moved.text)
    const { position, version, status } = (moved.body as { record: ReasonRecord }).record
    assert.deepEqual([position, version, status], [0, 1, 2])
    const first = ['potencia', 'cliente_ausente', 'cliente_desiste', 'sin_acceso', 'cto_copada', 'otra']
    assert.deepEqual(await names(), first)
    assert.ok((await get('event_cancel')).every((one, i) => one.position === i))
    assert.equal((await one('event_cancel', 'cto_copada'))?.version, 0)
    await place('cliente_ausente', 99)
    assert.deepEqual(await names(), [...first.filter((code) => code !== 'cliente_ausente'), 'cliente_ausente'])
    await place('otra', 5)
    await change({ catalogue: 'event_cancel', code: 'lluvia', name: 'Lluvia' })
    assert.deepEqual((await names()).slice(-2), ['lluvia', 'otra'])
    assert.deepEqual((await names(other)).at(0), 'cliente_ausente')
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    assert.deepEqual(await names(technician), await names())
    // A reason disabled later by the neutral operator is disabled for operators that only moved it.
    await change({ catalogue: 'event_cancel', code: 'cto_copada', status: 2 }, neutral)
    assert.equal((await one('event_cancel', 'cto_copada'))?.status, 2)
    assert.equal((await place('cliente_desiste', -1)).status, 422)
  })

  it('of two concurrent edits of one, one gets the conflict', async () => {
    const query = { catalogue: 'event_cancel', code: 'sin_acceso', version: 0 }
    const answers = await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => change({ ...query, name: `Caso ${name}` })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(new Set(answers.filter(({ status }) => status !== 200).map(codeOf)), new Set(['VERSION_CONFLICT']))
  })
})
