/** The customer's signature on the technician's phone. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Event } from '@hilo/contract/events/events.ts'
import { processState } from '@hilo/domain/status.ts'
import { columnOf, columnsOf, detailsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { photo, startField } from '../../test/evidence.ts'

const field = closedAfter(await startField())
const { server, session } = field

const signed = { step: 'final_report', signature: true } as const
const stepOf = async (id: number) => {
  const [event] = await server.rows<Pick<Event, 'steps'>>('select steps from event where id = $1', id)
  return event?.steps?.find(({ step }) => step === 'final_report')
}

it('it is stored like a picture, named by its step, and is no photo of a closed box', async () => {
  const { id } = await field.event()
  const record = await field.sent({ event_id: id, ...signed }, await photo())
  assert.deepEqual([record.signature, record.flags, record.label_kind], [true, [], null])
  const step = await stepOf(id)
  assert.deepEqual([step?.status, step?.data, step?.pictures], ['iddle', { signature_file_id: record.file_id }, []])
  const seen = await server.call('files/view', { file_id: record.file_id }, { session })
  assert.equal(seen.headers['content-type'], 'image/webp')
  const { records } = await server.done('admin_vno/enrollments/pictures/get', { event_id: id }, session)
  assert.deepEqual(columnOf(records, 'signature'), [true])
})

it('the last one counts; the step’s data stay, and it stays when the step is saved', async () => {
  const { id } = await field.event()
  const save = (data: object, status = 'started') =>
    server.done('admin_vno/events/step/save', { event_id: id, step: 'final_report', status, data }, session)
  await save({ minutes: 30 })
  await field.sent({ event_id: id, ...signed }, await photo())
  const { file_id } = await field.sent({ event_id: id, ...signed }, await photo())
  const comments = 'Firma en el portal'
  await save({ comments }, 'paused')
  assert.deepEqual((await stepOf(id))?.data, { minutes: 30, signature_file_id: file_id, comments })
})

it('nowhere but in the last step, and as no label', async () => {
  const { id } = await field.event()
  for (const more of [{ step: 'report' as const }, { label_kind: 2 as const }]) {
    const answer = await field.send({ event_id: id, ...signed, ...more }, await photo())
    assert.deepEqual([answer.status, columnOf(detailsOf(answer), 'field')], [422, ['signature']])
  }
})

it('the closed box is shown by its picture, whatever was signed later', async () => {
  const { id } = await field.event()
  const { file_id } = await field.sent({ event_id: id, step: 'final_report' }, await photo())
  await field.sent({ event_id: id, ...signed }, await photo())
  const close = 'update event set process_state = $2 where id = $1 returning cto_id'
  const [event] = await server.rows<{ cto_id: number }>(close, id, processState.is.finalized)
  const { records } = await server.done('admin_vno/ctos/get', { id: event?.cto_id }, session)
  assert.deepEqual(columnsOf(records[0]?.photos ?? [], 'kind', 'file_id'), [['box', file_id]])
})
