import { eventType, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from './call.ts'
import { codeRef, id, nameRef, recordBase, time } from './wire.ts'

const apiRequest = z.strictObject({
  ...recordBase,
  /** Of the request itself: leads to the log. */
  request_id: z.string(),
  api_key_id: z.nullable(id),
  api_key: z.nullable(nameRef),
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  call: z.string(),
  /** Type of the event that it made: 8, 9 or 10. */
  kind: z.nullable(z.int()),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  at: time,
  duration_ms: z.int(),
  http_status: z.int(),
  /** Code of the failure; null when there was none. */
  error: z.nullable(z.string()),
  /** Of the event, as it is now. */
  process_state: z.nullable(z.int()),
  result_flag: z.literal(resultFlag.values),
  /** What was asked, without what belongs to persons. */
  payload_redacted: z.nullable(z.looseObject({})),
  file_id: z.nullable(id),
  result_file_id: z.nullable(id),
  rows_ok: z.nullable(z.int()),
  rows_error: z.nullable(z.int()),
})
export type ApiRequest = z.infer<typeof apiRequest>

const { apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile } = eventType.is
const get = list({
  summary: 'Peticiones por API',
  privilege: 'apiRequest_view',
  scope: 'vno',
  name: 'apirequests',
  record: apiRequest,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    api_key_id: { kind: 'id' },
    event_id: { kind: 'id' },
    call: { kind: 'code' },
    kind: { kind: 'status', values: [apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile] },
    http_status: { kind: 'integer' },
    error: { kind: 'code' },
    at: { kind: 'time' },
    /** The same moment. */
    created_at: { kind: 'time' },
  },
  sorts: ['at', 'id', 'created_at'],
  defaultSort: [['at', 'desc']],
  search: true,
  columns: {
    at: 'time',
    call: 'code',
    kind: 'status:event_type',
    'event.code': 'code',
    http_status: 'integer',
    error: 'code',
    process_state: 'status:process_state',
    result_flag: 'status:result_flag',
    duration_ms: 'integer',
    rows_ok: 'integer',
    rows_error: 'integer',
    api_key_id: 'id',
    'vno.name': 'text',
    request_id: 'code',
    id: 'id',
  },
})

/** The log of what operators' own systems ask. */
export const apiRequests = {
  'admin_vno/enrollments/apirequests/get': get,
  'admin_vno/enrollments/apirequests/download': download(get, 'Descarga de peticiones por API', true),
}
