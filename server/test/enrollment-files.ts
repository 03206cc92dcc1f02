/** Files of enrolments that are uploaded and worked on, and what their result file says. */
import assert from 'node:assert/strict'
import type { EnrollmentRequest } from '@hilo/contract/enrollments/enrollment-actions.ts'
import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { eventType } from '@hilo/domain/status.ts'
import type { Enrolling } from './enrolling.ts'
import type { makeLine } from './enrollment-factories.ts'
import { unique } from './factories.ts'

type Line = Awaited<ReturnType<typeof makeLine>>

export const head = 'tipo,accion,cto,puerto,etiqueta'
export const csv = (...rows: string[]) => Buffer.from([head, ...rows, ''].join('\r\n'))
export const label = () => `D46-${unique()}-1`
export const row = ({ box, port }: Line, name: string, action = 'A', kind: string | number = 2) =>
  `${kind},${action},${box.code},${port.number},${name}`

/** The record of an accepted file. */
export async function taken(desk: Enrolling, file: Buffer): Promise<EnrollmentRequest> {
  const { status, text, body } = await desk.upload(file)
  assert.equal(status, 200, text)
  const { result_flag, record } = body as { result_flag: number; record: EnrollmentRequest }
  assert.deepEqual([result_flag, record.type], [3, eventType.is.apiEnrollmentUploadfile])
  return record
}

/** The event, counts and results of a file after its job has run. */
export async function done(desk: Enrolling, file: Buffer) {
  const { id } = await taken(desk, file)
  await desk.run('process.enroll_file', { event_id: id })
  const [logged] = await desk.log()
  assert.equal(logged?.event_id, id)
  const { result_file_id: file_id } = logged
  const answer = file_id ? await desk.server.call('files/download', { file_id }, { session: desk.admin }) : { text: '' }
  const commas = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/
  const lines = answer.text
    .split('\r\n')
    .slice(1, -1)
    .map((one) => one.split(commas).map((cell) => cell.replace(/^"(.*)"$/, '$1')))
  return { event: await desk.event(id), counts: [logged.rows_ok, logged.rows_error], lines, logged }
}

/** The enrolments of a file. */
export async function enrolled(desk: Enrolling, event_id: number): Promise<Enrollment[]> {
  return (await desk.server.done('admin_vno/enrollments/get', { filter: { event_id } }, desk.admin)).records
}
