/** Diagnosis of faulty lines. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@hilo/domain/optics.ts'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf, columnOf, columnsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { boxTruth } from '../../../test/plant-truth.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeLine, type LineScene } from '../../../test/line-scene.ts'
import { makeCto, makeEvent } from '../../../test/plant-factories.ts'
import { makeCustomer } from '../../../test/field.ts'

const path = 'admin_vno/ont/diagnosticoAcceso'

describe('diagnosis of an access', async () => {
  const server = closedAfter(await startTestServer())

  const ask = (line: LineScene, session = line.admin) => server.call(path, { access_id: line.access }, { session })
  const diagnose = async (line: LineScene) => (await server.done(path, { access_id: line.access }, line.admin)).record
  const minute = (line: LineScene) => server.call('demo/plant/clock', { advance_s: 61 }, { session: line.admin })
  const act = (line: LineScene, action: Parameters<typeof server.plant.act>[1]['action'], over: object = {}) =>
    server.plant.act(line.cto.id, { action, port: line.port.number, ...over })

  it('a healthy line: fourteen tests in order, each with its sentence, and no action', async () => {
    const line = await makeLine(server)
    const { verdict, action, tests } = await diagnose(line)
    assert.deepEqual([verdict, action], ['OK', 'ninguna'], JSON.stringify(tests))
    assert.deepEqual(columnOf(tests, 'number'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    for (const one of tests) {
      assert.equal(one.result_flag, 1, one.code)
      assert.ok(one.text.length > 10 && !one.text.startsWith('diagnosis.') && !one.text.includes('{{'), one.text)
    }
  })

  it('own cable, box, tree, customer, weak light, another ONT', async () => {
    const cut = await makeLine(server)
    await act(cut, 'unplug')
    assert.equal((await diagnose(cut)).verdict, 'CORTE_ACOMETIDA')
    for (const { port } of cut.siblings) await server.plant.act(cut.cto.id, { action: 'unplug', port: port.number })
    await minute(cut)
    assert.equal((await diagnose(cut)).verdict, 'CORTE_CTO')

    const tree = await makeLine(server)
    const [of] = await server.rows('select pon_id from cto where id = $1', tree.cto.id)
    await makeCustomer(server.db, await makeCto(server.db, of), tree.vno)
    await server.plant.act(tree.cto.id, { action: 'unplug' })
    assert.equal((await diagnose(tree)).verdict, 'CORTE_ARBOL')

    const off = await makeLine(server)
    // One ONT in ten sends no dying gasp: the plant tells whether this one does.
    await act(off, 'power_off')
    const own = (await boxTruth(server.db, off.cto.id)).find(({ portId }) => portId === off.port.id)
    const expected = own?.state === 'dying_gasp' ? 'ONT_APAGADA' : 'NO_CONCLUYENTE'
    assert.equal((await diagnose(off)).verdict, expected)

    const weak = await makeLine(server)
    await act(weak, 'degrade', { db: 8.8 })
    const found = await diagnose(weak)
    assert.deepEqual([found.verdict, found.action], ['BAJA_POTENCIA', 'enviar_tecnico'])

    const other = await makeLine(server)
    await act(other, 'register_ont', { serial: 'ZTEG0A0B0C0D' })
    // An OLT does not know at which port the replacing ONT hangs: the customer's own is dark.
    assert.equal((await diagnose(other)).verdict, 'CORTE_ACOMETIDA')
  })

  it('weak light or repeated outages call for an action', async () => {
    const tight = await makeLine(server)
    // The whole box, because a line far below its neighbours has another verdict.
    const readings = await boxTruth(server.db, tight.cto.id)
    for (const { port } of [tight, ...tight.siblings]) {
      const read = readings.find(({ portId }) => portId === port.id)
      await server.plant.act(tight.cto.id, { action: 'degrade', port: port.number, db: 26.6 + (read?.rxDbm ?? 0) })
    }
    const found = await diagnose(tight)
    const { good } = limits('ont', 'C+')
    const rx = found.tests.find(({ code }) => code === 'rx_ont')
    assert.ok(typeof rx?.value === 'number' && rx.value < good, JSON.stringify(rx))
    assert.deepEqual([rx?.level, rx?.result_flag], ['aviso', 1])
    // So weak a signal also causes bit errors on some lines, which is another verdict; none may be OK.
    assert.ok(found.verdict !== 'OK' && found.action !== 'ninguna', JSON.stringify(found))

    const falling = await makeLine(server)
    for (const _ of [1, 2, 3]) {
      await act(falling, 'unplug')
      await minute(falling)
      await act(falling, 'plug')
      await minute(falling)
    }
    const fallen = await diagnose(falling)
    const outages = fallen.tests.find(({ code }) => code === 'caidas')
    assert.deepEqual([outages?.level, Number(outages?.value) >= 3], ['aviso', true], JSON.stringify(outages))
    assert.match(outages?.text ?? '', /^\d+ caídas en 30 días, \d+ por la corriente del cliente/)
    assert.deepEqual([fallen.verdict, fallen.action], ['CAIDAS_REPETIDAS', 'revisar'], JSON.stringify(fallen.tests))
  })

  it('OLT away: a verdict and no error', async () => {
    const line = await makeLine(server)
    await act(line, 'olt_down')
    const { verdict, tests } = await diagnose(line)
    assert.equal(verdict, 'OLT_INACCESIBLE')
    assert.deepEqual(columnOf(tests, 'result_flag'), [1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
    await act(line, 'olt_up')
  })

  it('one per minute and access, one of two concurrent; the others get a retry time', async () => {
    const line = await makeLine(server)
    const answers = await Promise.all([ask(line), ask(line), ask(line)])
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 429, 429])
    const late = answers.find(({ status }) => status === 429)
    const wait = Number(late?.headers['retry-after'])
    assert.ok(late && codeOf(late) === 'RATE_LIMITED' && wait > 0 && wait <= 60)
    const { status, body } = await ask(line)
    const { record } = body as Output<typeof path>
    assert.deepEqual([status, record.verdict], [429, 'OK'], 'a caller that waits is told what was found')
    await minute(line)
    await diagnose(line)
  })

  it('finished tests are shown while the others still run', async () => {
    const line = await makeLine(server)
    const progress = 'admin_vno/ont/diagnosisProgress'
    const soFar = async () => {
      const { done, tests } = (await server.done(progress, { access_id: line.access }, line.admin)).record
      return [done, columnsOf(tests, 'number', 'result_flag')]
    }
    assert.deepEqual(await soFar(), [false, []])
    const read = server.plant.readDetail.bind(server.plant)
    const gate = Promise.withResolvers<undefined>()
    server.plant.readDetail = async (...asked) => {
      const answer = await read(...asked)
      await gate.promise
      return answer
    }
    const asked = diagnose(line)
    for (let known = 0; known < 3;) known = ((await soFar())[1] as unknown[]).length
    assert.deepEqual(await soFar(), [false, [[1, 1], [2, 1], [3, 1]]]) // prettier-ignore
    server.plant.readDetail = read
    gate.resolve(undefined)
    const { tests } = await asked
    assert.deepEqual(await soFar(), [true, columnsOf(tests, 'number', 'result_flag')])
  })

  it('S10 a technician’s accesses while working there; all for the neutral operator', async () => {
    const line = await makeLine(server)
    assert.equal((await ask(line, line.technical)).status, 404)
    await makeEvent(server.db, { technician: line.technician, cto: line.cto, access_id: line.access })
    assert.equal((await ask(line, line.technical)).status, 200)
    await minute(line)
    assert.equal((await ask(line, line.neutral)).status, 200)
  })

  it('S3 no figure, code or serial of a neighbour is in the answer', async () => {
    const line = await makeLine(server)
    const before = await boxTruth(server.db, line.cto.id)
    await act(line, 'degrade', { db: 6 })
    const { text } = await ask(line)
    const [own, ...others] = before
    assert.equal(own?.port, line.port.number)
    for (const { serial, rxDbm } of others) {
      if (serial) assert.ok(!text.includes(serial))
      // With both decimals: a whole figure is also the day of a date.
      const figure = Math.abs(rxDbm ?? 0).toFixed(2)
      if (rxDbm) assert.ok(!text.includes(figure) && !text.includes(figure.replace('.', ',')))
    }
  })
})
