import { eventType, processState, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from '../call.ts'
import { code, entity, identifier, integer, moment, recordFields, reference, shape, status } from '../fields.ts'
import { nameRef } from '../wire.ts'

const { apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile } = eventType.is
const fields = {
  at: moment({ filter: true, sort: true }),
  call: code({ filter: true }),
  /** Type of the event that the request created. */
  kind: status(
    { key: eventType.key, values: [apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile] },
    { nullable: true, filter: true },
  ),
  event: reference('code', { nullable: true, filter: true }),
  http_status: integer({ filter: true }),
  /** Problem code; null on success. */
  error: code({ nullable: true, filter: true }),
  /** Current state of the event. */
  process_state: status(processState, { nullable: true }),
  result_flag: status(resultFlag, {}),
  duration_ms: integer({}),
  rows_ok: integer({ nullable: true }),
  rows_error: integer({ nullable: true }),
  api_key_id: identifier({ nullable: true, filter: true }),
  api_key: shape(z.nullable(nameRef)),
  vno: reference('name', { nullable: true, filter: true }),
  /** Correlation id of the request, for the server log. */
  request_id: code({}),
  ...recordFields,
  /** Same value as `at`. */
  created_at: moment({ filter: true, sort: true, column: false }),
  updated_at: moment({ column: false }),
  /** The request's input without personal data. */
  payload_redacted: shape(z.nullable(z.looseObject({}))),
  file_id: identifier({ nullable: true, column: false }),
  result_file_id: identifier({ nullable: true, column: false }),
}
const apiRequest = entity(fields)
export type ApiRequest = z.infer<typeof apiRequest.record>

const get = list({
  ...apiRequest,
  columns: { ...apiRequest.columns, call: 'call', error: 'problem', 'created_by.name': 'text' },
  summary: 'Peticiones por API',
  privilege: 'apiRequest_view',
  scope: 'vno',
  name: 'apirequests',
  defaultSort: [['at', 'desc']],
  search: true,
})

/** Log of requests from the operators' own systems. */
export const apiRequests = {
  'admin_vno/enrollments/apirequests/get': get,
  'admin_vno/enrollments/apirequests/download': download(get, 'Descarga de peticiones por API', true),
}
