/** The customer's signature on the technician's phone. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Cto } from '@hilo/contract/ctos.ts'
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { processState } from '@hilo/domain/status.ts'
import { photo, startField, type Field } from '../../test/evidence.ts'

let field: Field
before(async () => {
  field = await startField()
})
after(() => field.server.close())

const signed = { step: 'final_report', signature: true } as const
const stepOf = async (id: number) => {
  const { rows } = await field.server.db.owner.query<{
    steps: { step: string; status: string; data: object; pictures: object[] }[]
  }>('select steps from event where id = $1', [id])
  return rows[0]?.steps.find(({ step }) => step === 'final_report')
}

it('it is stored like a picture, named by its step, and is no photo of a closed box', async () => {
  const { id } = await field.event()
  const record = await field.sent({ event_id: id, ...signed }, await photo())
  assert.deepEqual([record.signature, record.flags, record.label_kind], [true, [], null])
  const step = await stepOf(id)
  assert.deepEqual([step?.status, step?.data, step?.pictures], ['iddle', { signature_file_id: record.file_id }, []])
  const seen = await field.server.call('files/view', { file_id: record.file_id }, { session: field.session })
  assert.equal(seen.headers['content-type'], 'image/webp')
  const { body } = await field.server.call(
    'admin_vno/enrollments/pictures/get',
    { event_id: id },
    { session: field.session },
  )
  const { records } = body as { records: Picture[] }
  assert.deepEqual(
    records.map(({ signature }) => signature),
    [true],
  )
})

it('the last one counts; the step’s data stay, and it stays when the step is saved', async () => {
  const { id } = await field.event()
  const save = (data: object, status = 'started') =>
    field.server.call(
      'admin_vno/events/step/save',
      { event_id: id, step: 'final_report', status, data },
      { session: field.session },
    )
  assert.equal((await save({ minutes: 30 })).status, 200)
  await field.sent({ event_id: id, ...signed }, await photo())
  const { file_id } = await field.sent({ event_id: id, ...signed }, await photo())
  assert.equal((await save({ comments: 'Firma en el portal' }, 'paused')).status, 200)
  assert.deepEqual((await stepOf(id))?.data, {
    minutes: 30,
    signature_file_id: file_id,
    comments: 'Firma en el portal',
  })
})

it('nowhere but in the last step, and as no label', async () => {
  const { id } = await field.event()
  for (const more of [{ step: 'report' as const }, { label_kind: 2 as const }]) {
    const { status, body } = await field.send({ event_id: id, ...signed, ...more }, await photo())
    const { details } = body as { details: { field: string }[] }
    assert.deepEqual([status, details.map((one) => one.field)], [422, ['signature']])
  }
})

it('the closed box is shown by its picture, whatever was signed later', async () => {
  const { id } = await field.event()
  const { file_id } = await field.sent({ event_id: id, step: 'final_report' }, await photo())
  await field.sent({ event_id: id, ...signed }, await photo())
  const close = 'update event set process_state = $2 where id = $1 returning cto_id'
  const { rows } = await field.server.db.owner.query<{ cto_id: number }>(close, [id, processState.is.finalized])
  const asked = { id: rows[0]?.cto_id }
  const { body } = await field.server.call('admin_vno/ctos/get', asked, { session: field.session })
  const photos = (body as { records: Cto[] }).records[0]?.photos
  assert.deepEqual(photos?.map(({ kind, file_id: of }) => [kind, of]), [['box', file_id]]) // prettier-ignore
})
