/**
 * Names of the closed registries: the only values a stored column format may refer to. Stored text is never evaluated.
 */
export const componentNames = [
  'text',
  'code',
  'number',
  'dbm',
  'date',
  'relative',
  'duration',
  'state',
  'choice',
  'link',
  'boolean',
  'person',
  'distance',
  'file',
  'neighbours',
] as const
export type ComponentName = (typeof componentNames)[number]

export const listenerNames = ['open', 'filter', 'copy'] as const
export type ListenerName = (typeof listenerNames)[number]

export const formatterNames = [
  'decimals',
  'unit',
  'uppercase',
  'lowercase',
  'prefix',
  'suffix',
  'truncate',
  'mask',
  'ifEmpty',
] as const
export type FormatterName = (typeof formatterNames)[number]

export type Scalar = string | number | boolean
export type Props = Readonly<Record<string, Scalar>>
export interface FormatterStep {
  name: FormatterName
  props?: Props
}

/** A setting of a component or formatter that the user may change. */
export interface PropSpec {
  name: string
  kind: 'number' | 'text' | 'boolean' | 'choice'
  default: Scalar
  unit?: string
  choices?: readonly string[]
}

function isOneOf<T extends string>(names: readonly T[]) {
  return (value: unknown): value is T => names.some((name) => name === value)
}
export const isComponent = isOneOf(componentNames)
export const isListener = isOneOf(listenerNames)
export const isFormatter = isOneOf(formatterNames)
