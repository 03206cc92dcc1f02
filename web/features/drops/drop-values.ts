import type { Drop } from '@hilo/contract/drops.ts'
import type { Input } from '@hilo/contract/index.ts'
import { codeForm, dropMoves } from '@hilo/domain/inventory.ts'
import type { DropState } from '@hilo/domain/status.ts'
import { limitsOf, type Limit } from '../../api/limits.ts'
import { numberOf } from '../../ui/form/figures.ts'
import { text } from '../../ui/text.ts'

type Created = Input<'admin_vno/drops/create'>

/** Form values of a new drop; ids are texts, empty for none. */
export const emptyDrop = {
  label: '',
  type: 'exterior',
  connection_type: '1',
  length_m: '',
  fibre_no: '',
  state: 'instalada',
  port_id: '',
  access_id: '',
  vno_id: '',
}
export type DropValues = typeof emptyDrop

export const valuesOf = (drop: Drop): DropValues => ({
  label: drop.label,
  type: drop.type,
  connection_type: String(drop.connection_type),
  length_m: String(drop.length_m ?? ''),
  fibre_no: String(drop.fibre_no ?? ''),
  state: drop.state,
  port_id: String(drop.port_id ?? ''),
  access_id: String(drop.access_id ?? ''),
  vno_id: String(drop.vno_id),
})

const whole = (value: string, { minimum = 0, maximum = Infinity }: Limit = {}) => {
  const figure = numberOf(value)
  const good = value === '' || (figure !== null && Number.isInteger(figure) && figure >= minimum && figure <= maximum)
  return good ? undefined : text('field.between', { from: minimum, to: maximum })
}

/** Local validation errors; `operator`: the operator is required unless the port implies it. */
export function check({ label, length_m, fibre_no, vno_id, port_id }: DropValues, operator: boolean) {
  const limits = limitsOf('admin_vno/drops/create')
  const wrong = {
    label: codeForm.test(label.trim().toUpperCase()) ? undefined : text('field.code'),
    length_m: whole(length_m, limits.length_m),
    fibre_no: whole(fibre_no, limits.fibre_no),
    vno_id: operator && vno_id === '' && port_id === '' ? text('drop.whose') : undefined,
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, said]) => said !== undefined))
}

const id = (value: string) => (value === '' ? null : Number(value))
const parts = {
  label: (v: DropValues) => ({ label: v.label.trim().toUpperCase() }),
  type: (v: DropValues) => ({ type: v.type as Created['type'] }),
  connection_type: (v: DropValues) => ({ connection_type: Number(v.connection_type) }),
  length_m: (v: DropValues) => ({ length_m: numberOf(v.length_m) }),
  fibre_no: (v: DropValues) => ({ fibre_no: numberOf(v.fibre_no) }),
  state: (v: DropValues) => ({ state: v.state as DropState }),
  port_id: (v: DropValues) => ({ port_id: id(v.port_id) }),
} as const

export const createdDrop = (values: DropValues): Created => {
  const { label, type, connection_type, length_m, fibre_no, state, port_id } = parts
  return {
    ...label(values),
    ...type(values),
    ...connection_type(values),
    ...length_m(values),
    ...fibre_no(values),
    ...state(values),
    ...(values.port_id !== '' && port_id(values)),
    ...(values.vno_id !== '' && { vno_id: Number(values.vno_id) }),
  }
}

/** Only the changed fields. */
export function editedDrop(values: DropValues, initial: DropValues): Omit<Input<'admin_vno/drops/edit'>, 'id'> {
  const changed = Object.values(parts).filter((part) => JSON.stringify(part(values)) !== JSON.stringify(part(initial)))
  return Object.assign({}, ...changed.map((part) => part(values))) as Omit<Input<'admin_vno/drops/edit'>, 'id'>
}

/** States allowed from a state, the current one first. */
export const statesFrom = (state: DropState): readonly DropState[] => [state, ...dropMoves[state]]
