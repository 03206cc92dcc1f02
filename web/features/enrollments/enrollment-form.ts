import type { Event } from '@hilo/contract/events/events.ts'
import type { Input } from '@hilo/contract/index.ts'
import { isDrop, isRemoval, requiredPictureKind, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import type { dropTypes, EnrollmentAction } from '@hilo/domain/status.ts'
import { numberOf } from '../../ui/form/figures.ts'
import { text } from '../../ui/text.ts'

type Asked = Input<'admin_vno/enrollments/create'>

/** Form values; texts until sent. */
export type EnrollmentValues = {
  kind: string
  action: string
  event_id: string
  cto_id: string
  port_number: string
  label_read: string
  replaced_label: string
  replaced_state: string
  connection_type: string
  drop_type: string
  length_m: string
  fibre_no: string
  power_dbm: string
  pictures: readonly string[]
}

export const emptyEnrollment = (kind: EnrollmentKind, action: EnrollmentAction): EnrollmentValues => ({
  kind: String(kind),
  action,
  event_id: '',
  cto_id: '',
  port_number: '',
  label_read: '',
  replaced_label: '',
  replaced_state: 'retirada',
  connection_type: '',
  drop_type: '',
  length_m: '',
  fibre_no: '',
  power_dbm: '',
  pictures: [],
})

export const kindOf = ({ kind }: EnrollmentValues) => Number(kind) as EnrollmentKind
/** Whether a picture of an intervention is required as evidence. */
export const isProven = (values: EnrollmentValues) => requiredPictureKind(kindOf(values)) !== undefined

/** Local validation errors by field. */
export function checkEnrollment(values: EnrollmentValues): Partial<Record<keyof EnrollmentValues, string>> {
  const kind = kindOf(values)
  const figure = (name: 'length_m' | 'fibre_no' | 'power_dbm') =>
    values[name].trim() !== '' && numberOf(values[name]) === null ? text('enrollment.wrong.figure') : ''
  const found = {
    event_id: isProven(values) && values.event_id === '' ? text('enrollment.wrong.event') : '',
    cto_id: !isProven(values) && values.cto_id === '' ? text('event.new.boxMissing') : '',
    port_number: isDrop(kind) && values.port_number === '' ? text('enrollment.wrong.port') : '',
    label_read: values.label_read.trim() === '' ? text('enrollment.wrong.label') : '',
    replaced_label:
      values.action === 'R' && values.replaced_label.trim() === '' ? text('enrollment.wrong.replaced') : '',
    pictures: isProven(values) && values.pictures.length === 0 ? text('enrollment.wrong.pictures') : '',
    length_m: figure('length_m'),
    fibre_no: figure('fibre_no'),
    power_dbm: figure('power_dbm'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong !== ''))
}

const unlessNull = <T>(name: string, value: T | null | undefined) => (value == null ? {} : { [name]: value })
const figureOf = (name: string, written: string) => unlessNull(name, numberOf(written))

/** Call input; for a box without drop fields. */
export function enrollmentInput(values: EnrollmentValues, event: Event | null, neutral: boolean): Asked {
  const kind = kindOf(values)
  const drop = isDrop(kind)
  const { action, replaced_label, connection_type, drop_type } = values
  return {
    kind,
    action: action as EnrollmentAction,
    label_read: values.label_read.trim(),
    label_source: 'manual',
    ...(event ? { event_id: event.id, cto_id: event.cto_id } : { cto_id: Number(values.cto_id) }),
    ...(neutral && event && { vno_id: event.vno_id }),
    ...(drop && { port_number: Number(values.port_number) }),
    ...(isProven(values) && { pictures: values.pictures.map(Number) }),
    ...(action === 'R' && { replaced_label: replaced_label.trim() }),
    ...(action === 'R' && drop && { replaced_state: values.replaced_state as 'retirada' | 'averiada' }),
    ...(drop &&
      !isRemoval(kind) && {
        ...unlessNull('connection_type', connection_type === '' ? null : Number(connection_type)),
        ...unlessNull('drop_type', drop_type === '' ? null : (drop_type as (typeof dropTypes)[number])),
        ...figureOf('length_m', values.length_m),
        ...figureOf('fibre_no', values.fibre_no),
        ...figureOf('power_dbm', values.power_dbm),
      }),
  }
}
