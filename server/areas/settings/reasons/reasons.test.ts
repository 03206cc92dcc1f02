import type { ReasonRecord } from '@hilo/contract/settings/reasons.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type TestSession, type Vno } from '../../../test/factories.ts' // prettier-ignore
import { codeOf } from '../../../test/field.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

const edit = 'admin_vno/reasons/edit'

describe('catalogues of reasons', () => {
  let server: TestServer
  let vno: Vno
  let admin: TestSession
  let other: TestSession
  let neutral: TestSession
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    other = await makeSession(server.db, await makeAdmin(server.db))
    neutral = await makeSession(server.db, await makeOperator(server.db))
  })
  after(() => server.close())

  const get = async (catalogue: string, session = admin, more: object = {}) => {
    const { body, status, text } = await server.call('admin_vno/reasons/get', { catalogue, ...more }, { session })
    assert.equal(status, 200, text)
    return (body as { records: ReasonRecord[] }).records
  }
  const one = async (catalogue: string, code: string, session = admin) =>
    (await get(catalogue, session)).find((reason) => reason.code === code)
  const change = (query: object, session = admin) => server.call(edit, query, { session })

  it('every operator begins with the product’s own, in Spanish', async () => {
    const records = await get('order_cancel', other)
    assert.deepEqual(records.map(({ name }) => name), ['El cliente desiste', 'Orden duplicada', 'Datos erróneos', 'Sin acceso', 'CTO copada', 'Otra']) // prettier-ignore
    assert.ok(records.every(({ status, source, version }) => status === 1 && source === 'default' && version === 0))
    const { body } = await server.call('admin_vno/reasons/get', {}, { session: other })
    assert.equal(new Set((body as { records: ReasonRecord[] }).records.map(({ catalogue }) => catalogue)).size, 5)
  })

  it('S3 an operator adds, renames and disables for itself only', async () => {
    const added = await change({ catalogue: 'no_access', code: 'perro', name: 'Perro suelto' })
    assert.equal(added.status, 200, added.text)
    assert.deepEqual((added.body as { record: ReasonRecord }).record, { catalogue: 'no_access', code: 'perro', name: 'Perro suelto', status: 1, source: 'vno', version: 1, position: 5 }) // prettier-ignore
    await change({ catalogue: 'no_access', code: 'sin_llave', name: 'La llave no está' })
    await change({ catalogue: 'no_access', code: 'altura', status: 2 })
    assert.deepEqual((await get('no_access')).map(({ code, status }) => [code, status]).filter(([, status]) => status === 2), [['altura', 2]]) // prettier-ignore
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
    assert.equal(codeOf(await change({ catalogue: 'unsubscription', code: 'xx', name: 'Nada', vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND') // prettier-ignore
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
    const names = async (session = admin) => (await get('event_cancel', session)).map(({ code }) => code)
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
