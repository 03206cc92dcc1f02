import { mailKinds, mailStates } from '@hilo/domain/mail.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'

/** Outgoing mail; without an SMTP server, mail that is kept here. */
export const mailList = defineList('admin_vno/mail/get', {
  name: 'mail',
  reads: ['subject', 'recipient', 'state', 'kind', 'error', 'created_at'],
  screen: { at: '/correo', after: '/roles-red' },
  searchable: false,
  columns: [
    { id: 'recipient', component: 'text', width: 220, filter: 'recipient', pinned: true, strong: true },
    { id: 'state', component: 'choice', width: 110, filter: 'state', props: { of: 'mail_state' } },
    { id: 'kind', component: 'choice', width: 170, filter: 'kind', props: { of: 'mail_kind' } },
    { id: 'subject', component: 'text', width: 280 },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'sent_at', component: 'date', width: 126, align: 'right' },
    { id: 'attempts', component: 'number', width: 76, align: 'right', hidden: true },
    { id: 'error', component: 'text', width: 160, hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    recipient: { kind: 'code', example: 'ana@operador.es' },
    state: { kind: 'choice', values: mailStates, of: 'mail_state' },
    kind: { kind: 'choice', values: mailKinds, of: 'mail_kind' },
    created_at: { kind: 'time' },
  },
  quick: ['state', 'kind', 'recipient'],
  views: [
    { id: 'pendientes', label: 'list.mail.view.waiting', filter: { state: 'pendiente' } },
    { id: 'invitaciones', label: 'list.mail.view.invitations', filter: { kind: 'invitation' } },
    { id: 'fallidos', label: 'list.mail.view.failed', filter: { state: 'fallido' }, alarm: true },
    { id: 'todos', label: 'list.mail.view.all', filter: {} },
  ],
  sort: ['created_at', 'desc'],
  title: (message) => message.subject,
  route: (id) => `/vno/correo?vista=todos&abierto=${id}`,
  panel: () => import('./MailPanel.tsx').then((part) => part.mailPanel),
  card: {
    title: (message) => message.recipient,
    state: (message) => ({ of: 'mail_state', word: message.state }),
    lead: (message) => ({ strong: choiceText('mail_kind', message.kind), text: message.subject }),
    meta: (message) => message.error,
    time: (message) => message.created_at,
  },
})
