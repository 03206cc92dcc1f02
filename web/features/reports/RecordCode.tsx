import type { PathOf } from '@hilo/contract/index.ts'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { text } from '../../ui/text.ts'
import type { Referred } from './differences.ts'

type Page =
  | '/vno/intervenciones/$id'
  | '/vno/ordenes/$id'
  | '/vno/accesos/$id'
  | '/vno/ctos/$id'
  | '/vno/puertos/$id'
  | '/vno/acometidas/$id'
  | '/vno/tecnicos/$id'
interface Found {
  path: PathOf<'list'>
  /** The field that names the record. */
  field: 'code' | 'label' | 'name'
  to?: Page
}
/** Where the code of a kind of record is read, and its page. */
const found: Readonly<Record<string, Found>> = {
  event: { path: 'admin_vno/events/get', field: 'code', to: '/vno/intervenciones/$id' },
  service_order: { path: 'admin_vno/orders/get', field: 'code', to: '/vno/ordenes/$id' },
  access: { path: 'admin_vno/accesses/get', field: 'code', to: '/vno/accesos/$id' },
  cto: { path: 'admin_vno/ctos/get', field: 'code', to: '/vno/ctos/$id' },
  port: { path: 'admin_vno/ports/get', field: 'label', to: '/vno/puertos/$id' },
  drop: { path: 'admin_vno/drops/get', field: 'label', to: '/vno/acometidas/$id' },
  technical_account: { path: 'admin_vno/technicals/get', field: 'name', to: '/vno/tecnicos/$id' },
  contractor: { path: 'admin_vno/contractors/get', field: 'name' },
  role: { path: 'admin_vno/roles/get', field: 'name' },
  vno: { path: 'admin_vno/vno/get', field: 'name' },
}

function Named({ code, entity, id }: Referred & { code: string }) {
  const to = found[entity]?.to
  const shown = entity === 'cto' ? boxLabel(code) : code
  if (to === undefined) return shown
  return (
    <Link to={to} params={{ id: String(id) }}>
      {shown}
    </Link>
  )
}

/** The code of a record, linked to its page; it is read here if it is not known. */
export function RecordCode({ entity, id, code }: Referred & { code?: string | null }) {
  const { path, field } = found[entity] ?? { path: 'admin_vno/events/get', field: 'code' }
  const isKnown = typeof code === 'string'
  const { data, isPending } = useCall(path, { id }, { enabled: !isKnown && found[entity] !== undefined })
  if (isKnown) return <Named entity={entity} id={id} code={code} />
  const record = data?.records[0] as Partial<Record<'code' | 'label' | 'name', unknown>> | undefined
  const read = record?.[field]
  if (typeof read === 'string') return <Named entity={entity} id={id} code={read} />
  return isPending && found[entity] !== undefined ? '…' : text('list.history.unseen')
}
