import { processState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { text } from '../../ui/text.ts'
import { actorOf, causeText, stateBefore } from './history-words.ts'

/** History of interventions and requests; append-only. */
export const eventHistoryList = defineList('admin_vno/historicals/events/get', {
  name: 'event_history',
  reads: ['from', 'cto.code', 'to', 'cause', 'event.code', 'at', 'actor', 'actor_type'],
  screen: { at: '/historico/intervenciones', after: '/informes' },
  download: 'admin_vno/historicals/events/download',
  searchable: false,
  columns: [
    {
      id: 'at',
      component: 'date',
      width: 132,
      sort: 'at',
      filter: 'at',
      pinned: true,
      strong: true,
    },
    { id: 'event.code', component: 'code', width: 122, filter: 'event_id' },
    {
      id: '=cause',
      value: ({ cause }) => causeText('event', cause),
      component: 'text',
      width: 170,
      download: ['cause'],
    },
    {
      id: '=from',
      value: stateBefore,
      component: 'state',
      width: 142,
      props: { of: 'process_state' },
      download: ['from'],
    },
    { id: 'to', component: 'state', width: 142, filter: 'to', props: { of: 'process_state' } },
    { id: '=actor', value: actorOf, component: 'text', width: 130, download: ['actor.name'] },
    { ...boxColumn, width: 104, filter: 'cto_id' },
    { id: 'technical.name', component: 'person', width: 96, filter: 'technical_id' },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'cto.code', component: 'code', width: 140, filter: 'cto_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    at: { kind: 'time' },
    to: { kind: 'status', of: processState },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    event_id: { kind: 'id' },
    technical_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['at', 'to', 'cto_id'],
  views: [
    { id: 'reciente', label: 'list.time.reciente', filter: { at: 'reciente' } },
    { id: 'semana', label: 'list.time.semana', filter: { at: 'semana' } },
    { id: 'fallos', label: 'list.history.view.failed', filter: { to: '1,4,7,10' } },
    { id: 'todo', label: 'list.history.view.all', filter: {} },
  ],
  sort: ['at', 'desc'],
  title: (record) => record.event?.code ?? text('list.history.change'),
  route: (id) => `/vno/historico/intervenciones?vista=todo&abierto=${id}`,
  panel: () => import('./HistoryPanel.tsx').then((part) => part.eventHistoryPanel),
  card: {
    title: (record) => record.event?.code ?? text('list.history.change'),
    state: (record) => ({ enumeration: 'process_state', value: record.to }),
    lead: (record) => ({ strong: causeText('event', record.cause), text: boxLabel(record.cto.code) }),
    meta: actorOf,
    time: (record) => record.at,
  },
})
