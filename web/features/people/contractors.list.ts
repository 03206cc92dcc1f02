import { enabledStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { text } from '../../ui/text.ts'
import { forNeutral } from './person.ts'

/** Contractors of the operator. */
export const contractorsList = defineList('admin_vno/contractors/get', {
  name: 'contractors',
  reads: ['name', 'status', 'technicians_count', 'cif'],
  screen: { at: '/contratas', after: '/tecnicos' },
  download: 'admin_vno/contractors/download',
  columns: [
    { id: 'name', component: 'text', width: 240, sort: 'name', pinned: true, strong: true },
    { id: 'status', component: 'state', width: 130, filter: 'status', props: { of: 'enabled' } },
    { id: 'technicians_count', component: 'number', width: 90, align: 'right' },
    { id: 'cif', component: 'code', width: 120, filter: 'cif' },
    { id: 'vno.name', component: 'text', width: 160, filter: 'vno_id', ...forNeutral() },
    { id: 'created_at', component: 'date', width: 170, align: 'right', sort: 'created_at', props: { style: 'day' } },
    { id: 'updated_at', component: 'date', width: 130, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    status: { kind: 'status', of: enabledStatus },
    cif: { kind: 'code', example: 'B12345674' },
    vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' },
  },
  quick: ['status', 'cif'],
  views: [
    { id: 'activas', label: 'list.contractors.view.active', filter: { status: '1' } },
    { id: 'todas', label: 'list.contractors.view.all', filter: {} },
  ],
  sort: ['name', 'asc'],
  title: (contractor) => contractor.name,
  route: (id) => `/vno/contratas/${id}`,
  create: {
    label: 'contractors.new',
    privilege: 'technician_create',
    dialog: () => import('./ContractorForm.tsx').then((part) => part.NewContractor),
  },
  panel: () => import('./ContractorPanel.tsx').then((part) => part.contractorPanel),
  card: {
    title: (contractor) => contractor.name,
    state: (contractor) => ({ enumeration: 'enabled', value: contractor.status }),
    lead: (contractor) => ({
      strong: text('contractors.technicians', { count: contractor.technicians_count }),
      text: '',
    }),
    meta: (contractor) => contractor.cif,
  },
})
