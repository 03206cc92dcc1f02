import { eventType, origin, processState, verdicts } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import type { RecordPart } from '../../lists/record-part.ts'
import { stillRuns } from '../../lists/embedded/still-runs.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'

const reads = [
  'code',
  'parent.code',
  'process_state',
  'cto.code',
  'port_number',
  'technical.name',
  'contractor.name',
  'error',
  'started_at',
  'finished_at',
  'created_at',
] as const
type Read = RecordPart<'admin_vno/events/get', (typeof reads)[number]>

/** Code of the intervention that a request belongs to. */
const eventCode = ({ parent, code }: Read): string => parent?.code ?? code

const state = processState.is
const joined = (...values: readonly number[]) => values.join(',')

const columns = [
  {
    id: '=event',
    value: eventCode,
    component: 'code',
    width: 122,
    download: ['parent.code'],
    pinned: true,
    strong: true,
  },
  { id: 'process_state', component: 'state', width: 172, filter: 'process_state', props: { of: 'process_state' } },
  { ...boxColumn, width: 104, filter: 'cto_id' },
  { id: 'port_number', component: 'number', width: 44, align: 'right', filter: 'port_id' },
  { id: 'technical.name', component: 'person', width: 96, filter: 'technical_id' },
  { id: 'contractor.name', component: 'text', width: 84, filter: 'contractor_id' },
  {
    id: 'neighbours.verdict',
    component: 'choice',
    width: 150,
    filter: 'verdict',
    props: { of: 'verdict' },
  },
  {
    id: '=why',
    value: ({ error }: Read) => error?.text ?? null,
    component: 'text',
    width: 220,
    download: ['error.text'],
  },
  { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
  { id: 'duration_s', component: 'duration', width: 74, align: 'right', running: stillRuns },
  { id: 'code', component: 'code', width: 122, sort: 'code', filter: 'code', hidden: true },
  { id: 'neighbours.harmed_count', component: 'number', width: 80, align: 'right', hidden: true },
  { id: 'access.code', component: 'code', width: 120, filter: 'access_id', hidden: true },
  { id: 'finished_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'origin', component: 'state', width: 100, filter: 'origin', props: { of: 'origin' }, hidden: true },
  { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
  { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
] as const

const filters = {
  created_at: { kind: 'time' },
  process_state: { kind: 'status', of: processState },
  verdict: { kind: 'choice', values: verdicts },
  cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
  code: { kind: 'code', example: 'INT-2026-' },
  technical_id: { kind: 'id' },
  contractor_id: { kind: 'id' },
  port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
  access_id: { kind: 'id' },
  vno_id: { kind: 'id' },
  origin: { kind: 'status', of: origin },
} as const

/** Requests of one type, with the resulting state of their intervention. */
function requestsList(name: 'finalizations' | 'cancellations', route: string, type: number, views: Views) {
  return defineList('admin_vno/events/get', {
    name,
    reads,
    download: 'admin_vno/events/download',
    always: { type: String(type) },
    hiddenFilters: { type: { kind: 'status', of: eventType } },
    columns,
    filters,
    quick: ['created_at', 'process_state', 'verdict', 'cto_id'],
    views,
    sort: ['created_at', 'desc'],
    title: eventCode,
    route: (id) => `${route}?abierto=${id}`,
    panel: () => import('./RequestPanel.tsx').then((part) => part.requestPanel),
    card: {
      title: eventCode,
      state: ({ process_state }) => ({ enumeration: 'process_state', value: process_state }),
      lead: ({ cto, port_number }) => ({
        strong: [boxLabel(cto.code), port_number].filter((part) => part !== null).join(' / '),
        text: '',
      }),
      meta: ({ technical, contractor }) => [technical?.name, contractor?.name].filter(Boolean).join(', '),
      time: ({ created_at }) => created_at,
      alarm: ({ error }) => (error === null ? null : { text: error.text, shape: true }),
    },
  })
}

interface RequestView {
  id: string
  label: string
  filter: { process_state?: string; created_at?: string }
  alarm?: true
}
type Views = readonly [RequestView, ...RequestView[]]

const recent: RequestView = { id: 'reciente', label: 'list.time.reciente', filter: { created_at: 'reciente' } }

export const finalizationsList = requestsList('finalizations', '/vno/finalizaciones', eventType.is.finalizeListener, [
  recent,
  { id: 'curso', label: 'list.finalizations.view.doing', filter: { process_state: joined(state.finalizing) } },
  {
    id: 'fallidas',
    label: 'list.finalizations.view.failed',
    filter: { process_state: joined(state.wronglyFinalized) },
    alarm: true,
  },
  {
    id: 'hechas',
    label: 'list.finalizations.view.done',
    filter: { process_state: joined(state.finalized, state.finalizedSync) },
  },
  { id: 'todas', label: 'list.finalizations.view.all', filter: {} },
])

export const cancellationsList = requestsList('cancellations', '/vno/cancelaciones', eventType.is.cancelledListener, [
  recent,
  {
    id: 'fallidas',
    label: 'list.cancellations.view.failed',
    filter: { process_state: joined(state.wronglyCancelled) },
    alarm: true,
  },
  {
    id: 'hechas',
    label: 'list.cancellations.view.done',
    filter: { process_state: joined(state.cancelled, state.canceledSync) },
  },
  { id: 'todas', label: 'list.cancellations.view.all', filter: {} },
])
