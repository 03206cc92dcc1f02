import { portState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { actorOf, causeText, stateBefore } from './history-words.ts'

/** History of the operator's ports, for the time of ownership. */
export const portHistoryList = defineList('admin_vno/historicals/ports/get', {
  name: 'port_history',
  reads: ['from', 'port.code', 'cto.code', 'to', 'cause', 'event.code', 'at', 'actor', 'actor_type'],
  screen: { at: '/historico/puertos', after: '/historico/cto' },
  download: 'admin_vno/historicals/ports/download',
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
    { id: 'port.code', component: 'code', width: 124, filter: 'port_id' },
    {
      id: '=cause',
      value: ({ cause }) => causeText('port', cause),
      component: 'text',
      width: 170,
      download: ['cause'],
    },
    { id: '=from', value: stateBefore, component: 'state', width: 142, props: { of: 'port' }, download: ['from'] },
    { id: 'to', component: 'state', width: 142, filter: 'to', props: { of: 'port' } },
    { id: '=actor', value: actorOf, component: 'text', width: 130, download: ['actor.name'] },
    { id: 'event.code', component: 'code', width: 122, filter: 'event_id' },
    { id: 'technical.name', component: 'person', width: 96, filter: 'technical_id' },
    { ...boxColumn, width: 104, filter: 'cto_id', hidden: true },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    at: { kind: 'time' },
    to: { kind: 'status', of: portState },
    port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    event_id: { kind: 'id' },
    technical_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['at', 'to', 'port_id', 'cto_id'],
  views: [
    { id: 'todo', label: 'list.history.view.all', filter: {} },
    { id: 'semana', label: 'list.time.semana', filter: { at: 'semana' } },
    { id: 'revision', label: 'list.history.view.review', filter: { to: '5,6' } },
  ],
  sort: ['at', 'desc'],
  title: (record) => record.port.code,
  route: (id) => `/vno/historico/puertos?vista=todo&abierto=${id}`,
  panel: () => import('./HistoryPanel.tsx').then((part) => part.portHistoryPanel),
  card: {
    title: (record) => record.port.code,
    state: (record) => ({ enumeration: 'port', value: record.to }),
    lead: (record) => ({ strong: causeText('port', record.cause), text: record.event?.code ?? '' }),
    meta: actorOf,
    time: (record) => record.at,
  },
})
