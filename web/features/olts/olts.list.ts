import { oltClock, oltListening, oltReading } from '@hilo/domain/olt.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'
import { offsetText } from './clock-offset.ts'

/** OLTs of the network: read budget, listening and clock. */
export const oltsList = defineList('admin_vno/olts/get', {
  name: 'olts',
  reads: ['code', 'name', 'reading', 'listening', 'sessions_peak', 'sessions_most', 'clock_offset_ms', 'last_alarm_at'],
  screen: { at: '/red', after: '/acometidas' },
  download: 'admin_vno/olts/download',
  columns: [
    { id: 'code', component: 'code', width: 116, sort: 'code', filter: 'code', pinned: true, strong: true },
    { id: 'name', component: 'text', width: 160 },
    { id: 'reading', component: 'choice', width: 118, filter: 'reading', props: { of: 'olt_reading' } },
    {
      id: '=sessions',
      value: ({ sessions_peak: peak, sessions_most: most }) => most !== null && text('list.olts.of', { peak, most }),
      component: 'text',
      width: 84,
      align: 'right',
      download: ['sessions_peak', 'sessions_most'],
    },
    { id: 'reads', component: 'number', width: 76, align: 'right' },
    { id: 'listening', component: 'choice', width: 112, filter: 'listening', props: { of: 'olt_listening' } },
    { id: 'last_alarm_at', component: 'date', width: 118, align: 'right' },
    { id: 'clock', component: 'choice', width: 102, filter: 'clock', props: { of: 'olt_clock' } },
    {
      id: '=offset',
      value: ({ clock_offset_ms: ms }) => offsetText(ms),
      component: 'text',
      width: 78,
      align: 'right',
      download: ['clock_offset_ms'],
    },
    { id: 'pons_count', component: 'number', width: 56, align: 'right' },
    { id: 'boxes_count', component: 'number', width: 62, align: 'right' },
    { id: 'vendor', component: 'code', width: 100, filter: 'vendor', hidden: true },
    { id: 'model', component: 'text', width: 120, hidden: true },
    { id: 'optic_class', component: 'code', width: 80, hidden: true },
    { id: 'exchange_code', component: 'code', width: 100, hidden: true },
    { id: 'closed_until', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'powers_closed_until', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'clock_measured_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'created_at', component: 'date', width: 160, align: 'right', props: { style: 'day' }, hidden: true },
    { id: 'updated_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    reading: { kind: 'choice', values: oltReading, of: 'olt_reading' },
    listening: { kind: 'choice', values: oltListening, of: 'olt_listening' },
    clock: { kind: 'choice', values: oltClock, of: 'olt_clock' },
    code: { kind: 'code', example: 'VAL01-OLT02' },
    vendor: { kind: 'code', example: 'Huawei' },
  },
  quick: ['reading', 'listening', 'clock', 'code'],
  views: [
    { id: 'todas', label: 'list.olts.view.all', filter: {} },
    { id: 'cerradas', label: 'list.olts.view.closed', filter: { reading: 'cerrada,sin_potencias' }, alarm: true },
    { id: 'sin-escucha', label: 'list.olts.view.unheard', filter: { listening: 'muda,sin_escucha' }, alarm: true },
    { id: 'reloj', label: 'list.olts.view.clock', filter: { clock: 'no_fiable' }, alarm: true },
  ],
  sort: ['code', 'asc'],
  unannounced: true,
  title: (olt) => olt.code,
  panel: () => import('./OltPanel.tsx').then((part) => part.oltPanel),
  card: {
    title: (olt) => olt.code,
    state: (olt) => ({ of: 'olt_reading', word: olt.reading }),
    lead: (olt) => ({ strong: '', text: olt.name }),
    meta: (olt) => choiceText('olt_listening', olt.listening),
    time: (olt) => olt.last_alarm_at,
  },
})
