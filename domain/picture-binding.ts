/**
 * What a picture proves: one figure at one port. Stored with the picture when it is attached, so that it cannot serve
 * for another figure, port, step or intervention later. Used by the phone during input and by the server when a step is
 * done.
 */
import { quantise } from './optics.ts'
import type { PictureFlag } from './picture.ts'
import { sameLabel } from './same-label.ts'
import { labelKind, type FieldStep } from './status.ts'

export const boundFigures = ['power_dbm', 'roseta_dbm', 'label', 'port'] as const
type BoundFigure = (typeof boundFigures)[number]

export interface Binding {
  /** Null: the picture proves no figure (open box, closed box). */
  figure: BoundFigure | null
  /** dBm or the label's text; null: not typed when the picture was taken, and bound when the step is done. */
  value: number | string | null
  /** Null: unknown when the picture was taken, or not applicable. */
  port: number | null
}

/** A step's picture. Pictures older than bindings have none and keep their former meaning. */
export interface BoundPicture {
  label_kind?: number | null | undefined
  bound?: Binding | null | undefined
  flags?: readonly (PictureFlag | string)[] | undefined
}

const none: Binding = { figure: null, value: null, port: null }
const { potency, ctoLabel, dropLabel } = labelKind.is

const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)
const asLabel = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/**
 * What a picture of a step has to prove, given the step's current data. @param port number of the intervention's port,
 * null if it has none
 */
export function bindingOf(step: FieldStep, kind: number | null, data: object, port: number | null): Binding {
  const at = (name: string): unknown => Reflect.get(data, name)
  const own = asNumber(at('port_number'))
  if (kind === potency) return { figure: 'power_dbm', value: asNumber(at('power_dbm')), port }
  if (kind === ctoLabel) return { figure: 'label', value: asLabel(at('label_read')), port: null }
  if (kind === dropLabel) return { figure: 'label', value: asLabel(at('drop_label_read')), port: own ?? port }
  if (step === 'drop_enrollment') return { figure: 'port', value: null, port: own ?? port }
  return step === 'port_available' ? { figure: 'port', value: null, port: own } : none
}

function sameValue(a: Binding['value'], b: Binding['value']): boolean {
  if (a === null || b === null) return true
  if (typeof a === 'number' && typeof b === 'number') return quantise(a) === quantise(b)
  return sameLabel(String(a), String(b))
}
const samePort = (a: number | null, b: number | null) => a === null || b === null || a === b

/** Whether two bindings are compatible: a null in one matches any value in the other. */
export const areCompatible = (a: Binding, b: Binding): boolean =>
  a.figure === b.figure && sameValue(a.value, b.value) && samePort(a.port, b.port)

/** Why a picture proves nothing: `reused` bytes of another step or intervention, or bound to another figure or port. */
export type Unproven = 'reused' | 'stale'

/** Why a picture does not prove the required binding; null if it does. */
export function unprovenBy({ bound, flags }: BoundPicture, due: Binding): Unproven | null {
  if (flags?.includes('reused')) return 'reused'
  if (bound == null || due.figure === null) return null
  const agrees = due.figure === 'port' ? samePort(bound.port, due.port) : areCompatible(bound, due)
  return agrees ? null : 'stale'
}

export const proves = (picture: BoundPicture, due: Binding): boolean => unprovenBy(picture, due) === null

/** A general picture may show anything, so a label picture serves as one too. */
export const isOfKind = (picture: BoundPicture, kind: number | null): boolean =>
  kind === null || picture.label_kind === kind

/** Final binding of a picture once its step is done: open values are taken from the step. */
function completedBinding(bound: Binding, due: Binding): Binding {
  if (!areCompatible(bound, due)) return bound
  return { ...bound, value: bound.value ?? due.value, port: bound.port ?? due.port }
}

/** The pictures of a done step, with open bindings completed from the step's data. */
export function bindAll<P extends BoundPicture>(
  pictures: readonly P[],
  step: FieldStep,
  data: object,
  port: number | null,
): P[] {
  return pictures.map((one) => {
    const due = bindingOf(step, one.label_kind ?? null, data, port)
    return due.figure === null ? one : { ...one, bound: one.bound ? completedBinding(one.bound, due) : due }
  })
}
