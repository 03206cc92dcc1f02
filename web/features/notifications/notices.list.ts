import { defineList } from '../../lists/define.ts'

/** Notices of the user. */
export const noticesList = defineList('admin_vno/notifications/get', {
  name: 'notices',
  reads: ['title', 'read', 'text', 'event.code', 'at'],
  searchable: false,
  columns: [
    {
      id: '=read',
      value: (notice) => (notice.read ? 'read' : 'unread'),
      component: 'choice',
      width: 96,
      props: { of: 'notice_state' },
    },
    { id: '=title', value: (notice) => notice.title, component: 'text', width: 220, strong: true },
    { id: '=text', value: (notice) => notice.text, component: 'text', width: 380 },
    { id: '=event', value: (notice) => notice.event?.code, component: 'code', width: 132 },
    {
      id: '=at',
      value: (notice) => notice.at,
      component: 'date',
      width: 126,
      align: 'right',
      sort: 'at',
      filter: 'at',
    },
  ],
  filters: { read: { kind: 'boolean' }, at: { kind: 'time' } },
  quick: ['at'],
  views: [
    { id: 'sin-leer', label: 'list.notices.view.unread', filter: { read: '0' } },
    { id: 'todos', label: 'list.notices.view.all', filter: {} },
  ],
  sort: ['at', 'desc'],
  title: (notice) => notice.title,
  route: (id) => `/vno/avisos?vista=todos&abierto=${id}`,
  bulk: { privilege: 'any', bar: () => import('./NoticesBar.tsx') },
  panel: () => import('./NoticePanel.tsx').then((part) => part.noticePanel),
  card: {
    title: (notice) => notice.title,
    state: (notice) => ({ of: 'notice_state', word: notice.read ? 'read' : 'unread' }),
    lead: (notice) => ({ strong: '', text: notice.text }),
    meta: (notice) => notice.event?.code ?? null,
    time: (notice) => notice.at,
  },
})
