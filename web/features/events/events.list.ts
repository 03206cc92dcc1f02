import { eventType, origin, processState, resultFlag, verdicts, workKinds } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { alarmOf } from './event-facts.ts'

/** Interventions. Their requests (finalisation, cancellation, …) have screens of their own. */
export const eventsList = defineList('admin_vno/events/get', {
  name: 'events',
  download: 'admin_vno/events/download',
  always: { type: '1' },
  hiddenFilters: { type: { kind: 'status', of: eventType } },
  columns: [
    { id: 'code', component: 'code', width: 118, sort: 'code', filter: 'code', pinned: true, strong: true },
    { id: 'process_state', component: 'state', width: 142, filter: 'process_state', props: { of: 'process_state' } },
    { id: 'work_kind', component: 'choice', width: 98, filter: 'work_kind', props: { of: 'work_kind' } },
    { ...boxColumn, width: 98, filter: 'cto_id' },
    { id: 'port_number', component: 'number', width: 32, align: 'right', filter: 'port_id' },
    { id: 'technical.name', component: 'person', width: 78, filter: 'technical_id' },
    { id: 'contractor.name', component: 'text', width: 62, filter: 'contractor_id' },
    {
      id: '=neighbours',
      value: (event) => ({ items: event.neighbours.items, mine: event.port_number }),
      component: 'neighbours',
      width: 64,
      download: 'neighbours.verdict',
    },
    { id: 'power_dbm', component: 'dbm', width: 66, align: 'right', props: { warn: -24, fail: -26 } },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'duration_s', component: 'duration', width: 52, align: 'right', props: { minutes: true } },
    {
      id: 'neighbours.verdict',
      component: 'choice',
      width: 130,
      filter: 'verdict',
      props: { of: 'verdict' },
      hidden: true,
    },
    { id: 'neighbours.harmed_count', component: 'number', width: 80, align: 'right', hidden: true },
    { id: 'cto.code', component: 'code', width: 130, filter: 'cto_id', hidden: true },
    { id: 'access.code', component: 'code', width: 120, filter: 'access_id', hidden: true },
    { id: 'service_order.code', component: 'code', width: 116, hidden: true },
    { id: 'started_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'finished_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'origin', component: 'state', width: 100, filter: 'origin', props: { of: 'origin' }, hidden: true },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'updated_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    created_at: { kind: 'time' },
    process_state: { kind: 'status', of: processState },
    work_kind: { kind: 'choice', values: workKinds },
    verdict: { kind: 'choice', values: verdicts },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    code: { kind: 'code', example: 'INT-2026-' },
    technical_id: { kind: 'id' },
    contractor_id: { kind: 'id' },
    port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
    origin: { kind: 'status', of: origin },
    result_flag: { kind: 'status', of: resultFlag, label: 'list.events.filter.result' },
  },
  quick: ['created_at', 'process_state', 'work_kind', 'verdict', 'cto_id'],
  views: [
    // Not only today's: who looks early in the morning wants to see how yesterday ended.
    { id: 'reciente', label: 'list.time.reciente', filter: { created_at: 'reciente' } },
    { id: 'hoy', label: 'list.time.hoy', filter: { created_at: 'hoy' } },
    { id: 'curso', label: 'list.events.view.open', filter: { process_state: '2,9,8,6' } },
    {
      id: 'sinluz',
      label: 'list.events.view.harmed',
      filter: { verdict: 'con_desconectados', created_at: 'reciente' },
      alarm: true,
    },
    { id: 'fallidas', label: 'list.events.view.failed', filter: { process_state: '1,4,7,10' } },
    { id: 'todas', label: 'list.events.view.all', filter: {} },
  ],
  sort: ['created_at', 'desc'],
  title: (event) => event.code,
  route: (id) => `/vno/intervenciones/${id}`,
  create: { route: '/vno/intervenciones/nueva', label: 'event.new', privilege: 'event_create' },
  panel: () => import('./EventPanel.tsx').then((part) => part.eventPanel),
  card: {
    title: (event) => event.code,
    state: (event) => ({ enumeration: 'process_state', value: event.process_state }),
    lead: (event) => ({
      strong: event.work_kind ? choiceText('work_kind', event.work_kind) : '',
      text: [boxLabel(event.cto.code), event.port_number].filter((part) => part !== null).join(' / '),
    }),
    meta: (event) => [event.technical?.name, event.contractor?.name].filter(Boolean).join(', '),
    time: (event) => event.started_at ?? event.created_at,
    alarm: alarmOf,
  },
  note: 'list.note.power',
})
