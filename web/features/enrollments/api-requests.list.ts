import { eventType, processState, requestStateOf } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

const { apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile } = eventType.is
const kinds = { ...eventType, all: eventType.all.filter(({ value }) => value >= apiEnrollment) }
const one = String

/** Requests from operators' systems, and uploaded files of enrolments. */
export const apiRequestsList = defineList('admin_vno/enrollments/apirequests/get', {
  name: 'apirequests',
  reads: [
    'event.code',
    'request_id',
    'error',
    'created_by.name',
    'process_state',
    'http_status',
    'kind',
    'rows_error',
    'at',
  ],
  screen: { at: '/peticiones-api', after: '/bajas-matricula' },
  download: 'admin_vno/enrollments/apirequests/download',
  searchable: false,
  columns: [
    { id: 'at', component: 'date', width: 148, sort: 'at', filter: 'at', pinned: true, strong: true },
    { id: 'kind', component: 'state', width: 168, filter: 'kind', props: { of: 'event_type' } },
    {
      id: '=state',
      value: ({ process_state, rows_error }) => requestStateOf(process_state, rows_error),
      component: 'state',
      width: 204,
      props: { of: 'request_state' },
      download: ['process_state'],
    },
    { id: 'event.code', component: 'code', width: 124, filter: 'event_id' },
    { id: 'rows_ok', component: 'number', width: 90, align: 'right' },
    { id: 'rows_error', component: 'number', width: 90, align: 'right' },
    {
      id: '=failure',
      value: ({ error }) => (error === null ? null : text(`problem.${error}`)),
      component: 'text',
      width: 220,
      filter: 'error',
      download: ['error'],
    },
    {
      id: '=who',
      value: ({ created_by }) => created_by?.name ?? null,
      component: 'person',
      width: 110,
      filter: 'api_key_id',
      download: ['created_by.name'],
    },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'call', component: 'code', width: 220, filter: 'call', hidden: true },
    { id: 'http_status', component: 'number', width: 80, align: 'right', filter: 'http_status', hidden: true },
    { id: 'error', component: 'code', width: 140, filter: 'error', hidden: true },
    { id: 'duration_ms', component: 'number', width: 90, align: 'right', hidden: true },
    { id: 'request_id', component: 'code', width: 130, hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    kind: { kind: 'status', of: kinds },
    at: { kind: 'time' },
    http_status: { kind: 'integer' },
    error: { kind: 'code', example: 'LABEL_DUPLICATE', label: 'column.apirequests.error' },
    call: { kind: 'code', example: 'admin_vno/' },
    event_id: { kind: 'id' },
    api_key_id: { kind: 'id', label: 'column.apirequests.api_key_id' },
    vno_id: { kind: 'id' },
  },
  quick: ['kind', 'at', 'error'],
  views: [
    { id: 'todas', label: 'list.apirequests.view.all', filter: {} },
    { id: 'hoy', label: 'list.time.hoy', filter: { at: 'hoy' } },
    { id: 'altas', label: 'list.apirequests.view.put', filter: { kind: one(apiEnrollment) } },
    { id: 'bajas', label: 'list.apirequests.view.taken', filter: { kind: one(apiUnenrollment) } },
    { id: 'ficheros', label: 'list.apirequests.view.files', filter: { kind: one(apiEnrollmentUploadfile) } },
  ],
  sort: ['at', 'desc'],
  title: ({ event, request_id }) => event?.code ?? request_id,
  route: (id) => `/vno/peticiones-api?abierto=${id}`,
  create: {
    label: 'apirequest.upload',
    privilege: 'enrollments_create',
    dialog: () => import('./UploadFile.tsx').then(({ UploadFile }) => ({ Dialog: UploadFile })),
  },
  panel: () => import('./ApiRequestPanel.tsx').then((part) => part.apiRequestPanel),
  card: {
    title: ({ event, request_id }) => event?.code ?? request_id,
    state: ({ process_state, http_status, rows_error }) => ({
      enumeration: 'request_state',
      value:
        requestStateOf(process_state, rows_error) ??
        (http_status === 200 ? processState.is.finalized : processState.is.error),
    }),
    lead: ({ kind }) => ({ strong: kind === null ? '' : text(eventType.of(kind)?.label ?? ''), text: '' }),
    meta: ({ created_by }) => created_by?.name ?? null,
    time: ({ at }) => at,
    alarm: ({ error, rows_error }) =>
      error !== null
        ? { text: text(`problem.${error}`), shape: true }
        : rows_error
          ? { text: text('apirequest.rows_error', { count: rows_error, rows: formatNumber(rows_error) }), shape: true }
          : null,
  },
})
