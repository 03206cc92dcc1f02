/** PDFs of the work order and of a technician's day. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freshStep } from '../../process/steps/step-row.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto, makeEvent } from '../../test/plant-factories.ts'

const workorder = 'admin_vno/events/workorder'
const shift = 'admin_vno/reports/shift'

describe('papers', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const technician = await makeTechnician(server.db, { vno, name: 'Íñigo Peña' })
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const session = await makeSession(server.db, technician)

  it('the work order lists the work, in local time, and no one’s name or phone', async () => {
    const cto = await makeCto(server.db, { ine_code: '35016', municipality: 'Las Palmas' })
    const asked = { kind: 'alta', cto_id: cto.id, contact: { name: 'CANARIO CLIENTE', phone: '+34600111222' } }
    const { record: order } = await server.done('admin_vno/orders/create', asked, admin)
    const report = { ont_serial: 'HWTC1A2B3C4D', materials: [{ code: 'ROSETA', quantity: 2 }] }
    const done = { ...freshStep('power'), status: 'done', data: { power_dbm: -21.4 } }
    const steps = JSON.stringify([done, { ...freshStep('final_report'), data: report }])
    const started_at = '2026-11-20T12:05:00.000Z'
    const event = await makeEvent(server.db, { technician, cto, service_order_id: order.id, steps, started_at })
    const answer = await server.call(workorder, { event_id: event.id }, { session: admin })
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/pdf'])
    assert.match(String(answer.headers['content-disposition']), /^inline; filename=".*-parte\.pdf"$/)
    const text = pdfText(answer.bytes)
    const words = [event.code, order.code, cto.code, 'Íñigo Peña', '−21,40 dBm', 'HWTC1A2B3C4D', '2 × ROSETA', '12:05']
    for (const said of words) assert.ok(text.includes(said), `${said} in ${text}`)
    assert.ok(!text.includes('CANARIO') && !text.includes('600111222'))
    assert.equal((await server.call(workorder, { event_id: event.id }, { session })).status, 200)
  })

  it('names of other alphabets and codes are printed whole; a box stands for what the font lacks', async () => {
    const name = 'Łukasz Ștefănescu Αθηνά Щербакова 山 2x3'
    const pole = await makeTechnician(server.db, { vno, name })
    const cto = await makeCto(server.db, { code: '28079-VAL01-0055-0123456789' })
    const started_at = '2026-11-20T12:05:00.000Z'
    const event = await makeEvent(server.db, { technician: pole, cto, started_at, created_at: started_at })
    const visit = { appointment_from: '2026-11-20T10:00:00Z', appointment_to: '2026-11-20T12:00:00Z' }
    const given = { state: 'asignada', assigned_technical_id: pole.id }
    const order = await makeOrder(server.db, { vno, ...given, cto_id: cto.id, ...visit })
    const own = await makeSession(server.db, pole)
    const parts = await server.call(workorder, { event_id: event.id }, { session: own })
    const day = await server.call(shift, { date: '2026-11-20' }, { session: own })
    for (const paper of [parts, day]) {
      const lines = pdfText(paper.bytes).split('\n')
      const whole = lines.some((line) => line.includes('Łukasz Ștefănescu Αθηνά Щербакова □ 2x3'))
      assert.ok(whole, lines.join('|'))
    }
    const cells = pdfText(day.bytes).split('\n')
    for (const code of [event.code, cto.code, order.code])
      assert.ok(cells.includes(code), `${code} in ${cells.join('|')}`)
  })

  it('S2 S10 others’ papers are like missing ones', async () => {
    const event = await makeEvent(server.db, { technician })
    const stranger = await makeSession(server.db, await makeAdmin(server.db))
    const colleague = await makeTechnician(server.db, { vno })
    const mate = await makeSession(server.db, colleague)
    for (const as of [stranger, mate]) {
      assert.equal(codeOf(await server.call(workorder, { event_id: event.id }, { session: as })), 'NOT_FOUND')
      const theirs = { technical_id: technician.id, date: '2026-11-20' }
      assert.equal(codeOf(await server.call(shift, theirs, { session: as })), 'NOT_FOUND')
    }
    assert.equal(codeOf(await server.call(shift, { date: '2026-11-20' }, { session: admin })), 'VALIDATION')
  })

  it('a day holds its work by the place’s local time, and the pending visits', async () => {
    const [madrid, canaries] = [await makeCto(server.db), await makeCto(server.db, { ine_code: '38038' })]
    const at = (cto: { id: number; code: string }, time: string, process_state: number) =>
      makeEvent(server.db, { technician, cto, process_state, started_at: time, created_at: time, finished_at: time })
    // 23:30 UTC is half past midnight in Madrid and half past eleven in the Canaries.
    const next = await at(madrid, '2026-10-30T23:30:00.000Z', 5)
    const here = await at(canaries, '2026-10-30T23:30:00.000Z', 3)
    const appointment = { appointment_from: '2026-10-30T10:00:00Z', appointment_to: '2026-10-30T12:00:00Z' }
    const given = { vno, state: 'asignada', assigned_technical_id: technician.id }
    const waiting = await makeOrder(server.db, { ...given, ...appointment })
    const unscheduled = await makeOrder(server.db, { ...given, requested_date: '2099-10-30' })
    const without = await server.call(shift, { date: '2099-10-30' }, { session })
    const early = pdfText(without.bytes).includes(unscheduled.code)
    assert.ok(early, 'an order without hours is of the day that it may begin')
    const answer = await server.call(shift, { date: '2026-10-30' }, { session })
    assert.equal(answer.status, 200)
    const text = pdfText(answer.bytes)
    assert.ok(text.includes(here.code) && text.includes(waiting.code) && !text.includes(next.code), text)
    assert.ok(!text.includes(unscheduled.code))
    const asked = { technical_id: technician.id, date: '2026-10-31', disposition: 'attachment' }
    const after = await server.call(shift, asked, { session: admin })
    assert.match(String(after.headers['content-disposition']), /^attachment/)
    assert.ok(pdfText(after.bytes).includes(next.code))
  })
})
