/** Type tests: each `@ts-expect-error` fails when its line becomes legal. Nothing here runs or is bundled. */
import { portState } from '@hilo/domain/status.ts'
import { defineList } from './define.ts'
import type { RecordPart } from './record-part.ts'

const rest = {
  name: 'ports',
  reads: ['state', 'cto.code'],
  download: 'admin_vno/ports/download',
  filters: {},
  views: [{ id: 'todos', label: 'list.ports.view.all', filter: {} }],
  sort: ['label', 'asc'],
  title: () => '',
  route: () => '',
  card: {
    title: () => '',
    state: () => ({ enumeration: '', value: 0 }),
    lead: () => ({ strong: '', text: '' }),
    meta: () => null,
  },
} as const
const path = 'admin_vno/ports/get'
const code = { component: 'code', width: 100 } as const

export const fine = defineList(path, { ...rest, columns: [{ ...code, id: 'ont.serial', sort: 'rx_dbm' }] })
// @ts-expect-error a column that the call does not declare
export const column = defineList(path, { ...rest, columns: [{ ...code, id: 'ont.colour' }] })
// @ts-expect-error a column sorted by what the call does not sort by
export const sorted = defineList(path, { ...rest, columns: [{ ...code, id: 'label', sort: 'state' }] })
// @ts-expect-error an unknown component
export const component = defineList(path, { ...rest, columns: [{ ...code, id: 'label', component: 'html' }] })
// @ts-expect-error a default order that the call does not offer
export const order = defineList(path, { ...rest, columns: [], sort: ['number', 'asc'] })
// @ts-expect-error a filter that the call does not declare
export const filter = defineList(path, { ...rest, columns: [], filters: { colour: { kind: 'code' } } })
// @ts-expect-error a filter of another kind than declared
export const kind = defineList(path, { ...rest, columns: [], filters: { label: { kind: 'status', of: portState } } })
// @ts-expect-error a view that filters by what is no filter
export const view = defineList(path, { ...rest, columns: [], views: [{ id: '', label: '', filter: { type: '' } }] })
// @ts-expect-error a call that is no list
export const call = defineList('admin_vno/uiconfig/get', { ...rest, columns: [] })
// @ts-expect-error a field that the records do not have
export const unread = defineList(path, { ...rest, columns: [], reads: ['colour'] })
type Read = RecordPart<typeof path, (typeof rest.reads)[number]>
// @ts-expect-error a field that the list does not ask for
export type Title = Read['label']
// @ts-expect-error a part of a nested record that the list does not ask for
export type Part = Read['cto']['id']
// @ts-expect-error a helper that reads more than the list asks for
export const helper = defineList(path, { ...rest, columns: [], title: ({ label }: { label: string }) => label })
