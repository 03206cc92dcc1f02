import { actionsOf, isDrop } from '@hilo/domain/enrollment.ts'
import { enrollmentActions, enrollmentKind, labelSources, verificationStates } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import type { RecordPart } from '../../lists/record-part.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'

const reads = [
  'label_read',
  'verification_state',
  'kind',
  'action',
  'cto.code',
  'port_number',
  'technical.name',
  'created_by.name',
  'created_at',
  'reject_reason',
] as const
type Read = RecordPart<'admin_vno/enrollments/get', (typeof reads)[number]>

const place = ({ cto, port_number }: Read) =>
  [boxLabel(cto.code), port_number].filter((part) => part !== null).join(' / ')

const columns = [
  { id: 'label_read', component: 'code', width: 128, filter: 'label_read', pinned: true, strong: true },
  {
    id: 'verification_state',
    component: 'choice',
    width: 108,
    filter: 'verification_state',
    props: { of: 'verification_state' },
  },
  {
    id: '=element',
    value: ({ kind }: Read) => text(isDrop(kind) ? 'enrollment.drop' : 'enrollment.box'),
    component: 'text',
    width: 82,
    filter: 'kind',
    download: ['kind'],
  },
  { id: 'action', component: 'choice', width: 96, filter: 'action', props: { of: 'action' } },
  { ...boxColumn, width: 104, filter: 'cto_id' },
  { id: 'port_number', component: 'number', width: 44, align: 'right', filter: 'port_id' },
  { id: 'technical.name', component: 'person', width: 96, filter: 'technical_id' },
  { id: 'label_source', component: 'choice', width: 112, filter: 'label_source', props: { of: 'label_source' } },
  { id: 'event.code', component: 'code', width: 122, filter: 'event_id' },
  { id: 'created_at', component: 'date', width: 140, align: 'right', sort: 'created_at', filter: 'created_at' },
  { id: 'label_expected', component: 'code', width: 120, hidden: true },
  { id: 'replaced_label', component: 'code', width: 120, hidden: true },
  { id: 'power_dbm', component: 'dbm', width: 80, align: 'right', hidden: true },
  { id: 'distance_m', component: 'distance', width: 80, align: 'right', hidden: true },
  { id: 'reject_reason', component: 'text', width: 180, hidden: true },
  { id: 'verified_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'origin', component: 'state', width: 100, props: { of: 'origin' }, hidden: true },
  { id: 'cto.code', component: 'code', width: 150, filter: 'cto_id', hidden: true },
  { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
  { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
] as const

const filters = {
  verification_state: { kind: 'choice', values: verificationStates },
  kind: { kind: 'status', of: enrollmentKind },
  cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
  port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
  label_read: { kind: 'code', example: 'D28-' },
  label_source: { kind: 'choice', values: labelSources },
  created_at: { kind: 'time' },
  event_id: { kind: 'id' },
  technical_id: { kind: 'id' },
  vno_id: { kind: 'id' },
} as const

const card = {
  title: ({ label_read }: Read) => label_read,
  state: ({ verification_state: word }: Read) => ({ of: 'verification_state', word }),
  lead: (one: Read) => ({ strong: choiceText('action', one.action), text: place(one) }),
  meta: ({ technical, created_by }: Read) => technical?.name ?? created_by?.name ?? null,
  time: ({ created_at }: Read) => created_at,
  alarm: ({ reject_reason: reason, verification_state: state }: Read) =>
    state === 'rechazada' && reason !== null ? { text: reason, shape: true } : null,
} as const

const panel = () => import('./EnrollmentPanel.tsx').then((part) => part.enrollmentPanel)
const route = (id: number) => `/vno/matriculaciones/${id}`

/** Enrolments of box and drop labels. */
export const enrollmentsList = defineList('admin_vno/enrollments/get', {
  name: 'enrollments',
  reads,
  download: 'admin_vno/enrollments/download',
  columns,
  filters: { ...filters, action: { kind: 'choice', values: actionsOf[enrollmentKind.is.enrollment_drop] } },
  quick: ['verification_state', 'kind', 'action', 'cto_id', 'created_at'],
  views: [
    { id: 'todas', label: 'list.enrollments.view.all', filter: {} },
    { id: 'hoy', label: 'list.time.hoy', filter: { created_at: 'hoy' } },
    { id: 'pendientes', label: 'list.enrollments.view.waiting', filter: { verification_state: 'pendiente' } },
    { id: 'rechazadas', label: 'list.enrollments.view.rejected', filter: { verification_state: 'rechazada' } },
    { id: 'reemplazos', label: 'list.enrollments.view.replaced', filter: { action: 'R' } },
  ],
  sort: ['created_at', 'desc'],
  title: ({ label_read }) => label_read,
  route,
  create: {
    label: 'enrollment.new',
    privilege: 'enrollments_create',
    dialog: () => import('./NewEnrollment.tsx').then(({ NewEnrollment }) => ({ Dialog: NewEnrollment })),
  },
  load: {
    label: 'apirequest.upload',
    plain: true,
    privilege: 'enrollments_create',
    dialog: () => import('./UploadFile.tsx').then(({ UploadFile }) => ({ Dialog: UploadFile })),
  },
  panel,
  card,
})

/** Removals of labels. */
export const unenrollmentsList = defineList('admin_vno/unenrollments/get', {
  name: 'unenrollments',
  reads: [...reads, 'light_check'],
  download: 'admin_vno/unenrollments/download',
  columns: [...columns, { id: 'light_check', component: 'choice', width: 130, props: { of: 'light_check' } }],
  filters: { ...filters, action: { kind: 'choice', values: enrollmentActions.filter((action) => action === 'B') } },
  quick: ['verification_state', 'kind', 'cto_id', 'created_at'],
  views: [
    { id: 'todas', label: 'list.unenrollments.view.all', filter: {} },
    { id: 'hoy', label: 'list.time.hoy', filter: { created_at: 'hoy' } },
    { id: 'pendientes', label: 'list.enrollments.view.waiting', filter: { verification_state: 'pendiente' } },
    { id: 'cajas', label: 'list.unenrollments.view.boxes', filter: { kind: '3' } },
  ],
  sort: ['created_at', 'desc'],
  title: ({ label_read }) => label_read,
  route,
  create: {
    label: 'unenrollment.new',
    privilege: 'unenrollments_create',
    dialog: () => import('./NewEnrollment.tsx').then(({ NewUnenrollment }) => ({ Dialog: NewUnenrollment })),
  },
  panel,
  card: {
    ...card,
    alarm: ({ light_check: check }) =>
      check === 'con_luz' ? { text: text('choice.light_check.con_luz'), shape: true } : null,
  },
})
