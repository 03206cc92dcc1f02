import { invitationKinds, invitationStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { forNeutral } from './person.ts'

/** Invitations. */
export const invitationsList = defineList('admin_vno/invitations/get', {
  name: 'invitations',
  reads: ['email', 'state', 'kind', 'role.name', 'name', 'last_sent_at'],
  screen: { at: '/invitaciones', after: '/administradores' },
  columns: [
    { id: 'email', component: 'text', width: 220, sort: 'email', pinned: true, strong: true },
    { id: 'state', component: 'state', width: 110, filter: 'state', props: { of: 'invitation' } },
    { id: 'name', component: 'text', width: 150 },
    { id: 'kind', component: 'choice', width: 110, filter: 'kind', props: { of: 'invitation_kind' } },
    { id: 'role.name', component: 'text', width: 160, filter: 'role_id' },
    { id: 'sent_count', component: 'number', width: 64, align: 'right' },
    { id: 'last_sent_at', component: 'date', width: 126, align: 'right' },
    { id: 'expires_at', component: 'relative', width: 90, align: 'right', filter: 'expires_at' },
    { id: 'contractor.name', component: 'text', width: 120, hidden: true },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', hidden: true },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', ...forNeutral() },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    state: { kind: 'status', of: invitationStatus },
    kind: { kind: 'choice', values: invitationKinds, of: 'invitation_kind' },
    role_id: { kind: 'id', from: 'admin_vno/roles/get', by: 'name' },
    expires_at: { kind: 'time' },
    vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' },
  },
  quick: ['state', 'kind', 'expires_at'],
  views: [
    { id: 'enviadas', label: 'list.invitations.view.open', filter: { state: '1' } },
    { id: 'usadas', label: 'list.invitations.view.used', filter: { state: '3' } },
    { id: 'muertas', label: 'list.invitations.view.dead', filter: { state: '0,2' } },
    { id: 'todas', label: 'list.invitations.view.all', filter: {} },
  ],
  sort: ['created_at', 'desc'],
  title: (invitation) => invitation.email,
  route: (id) => `/vno/invitaciones?vista=todas&abierto=${id}`,
  create: {
    label: 'invitations.new',
    privilege: 'invitations_create',
    dialog: () => import('./NewInvitation.tsx').then((part) => part.NewInvitation),
  },
  panel: () => import('./InvitationPanel.tsx').then((part) => part.invitationPanel),
  card: {
    title: (invitation) => invitation.email,
    state: (invitation) => ({ enumeration: 'invitation', value: invitation.state }),
    lead: (invitation) => ({
      strong: choiceText('invitation_kind', invitation.kind),
      text: invitation.role.name,
    }),
    meta: (invitation) => invitation.name,
    time: (invitation) => invitation.last_sent_at,
  },
})
