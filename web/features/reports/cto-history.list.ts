import { ctoState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { actorOf, causeText, stateBefore } from './history-words.ts'

/** History of boxes: state, conditions and data. */
export const ctoHistoryList = defineList('admin_vno/historicals/ctos/get', {
  name: 'cto_history',
  reads: ['from', 'cto.code', 'to', 'cause', 'event.code', 'at', 'actor', 'actor_type'],
  screen: { at: '/historico/cto', after: '/historico/intervenciones' },
  download: 'admin_vno/historicals/ctos/download',
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
    { ...boxColumn, width: 104, filter: 'cto_id' },
    { id: '=cause', value: ({ cause }) => causeText('cto', cause), component: 'text', width: 170, download: ['cause'] },
    { id: '=from', value: stateBefore, component: 'state', width: 130, props: { of: 'cto' }, download: ['from'] },
    { id: 'to', component: 'state', width: 130, filter: 'to', props: { of: 'cto' } },
    { id: '=actor', value: actorOf, component: 'text', width: 130, download: ['actor.name'] },
    { id: 'event.code', component: 'code', width: 122 },
    { id: 'technical.name', component: 'person', width: 96 },
    { id: 'cto.code', component: 'code', width: 140, filter: 'cto_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    at: { kind: 'time' },
    to: { kind: 'status', of: ctoState },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
  },
  quick: ['at', 'to', 'cto_id'],
  views: [
    { id: 'todo', label: 'list.history.view.all', filter: {} },
    { id: 'semana', label: 'list.time.semana', filter: { at: 'semana' } },
    { id: 'copadas', label: 'list.history.view.full', filter: { to: '2' } },
  ],
  sort: ['at', 'desc'],
  title: (record) => boxLabel(record.cto.code),
  route: (id) => `/vno/historico/cto?vista=todo&abierto=${id}`,
  panel: () => import('./HistoryPanel.tsx').then((part) => part.ctoHistoryPanel),
  card: {
    title: (record) => boxLabel(record.cto.code),
    state: (record) => ({ enumeration: 'cto', value: record.to }),
    lead: (record) => ({ strong: causeText('cto', record.cause), text: record.event?.code ?? '' }),
    meta: actorOf,
    time: (record) => record.at,
  },
})
