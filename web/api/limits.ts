import type { Input, Path } from '@hilo/contract/index.ts'

/** Limits of one input field: characters of a text, or the bounds of a figure. */
export interface Limit {
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

type Leaf<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [K in keyof T & string]: K | Leaf<NonNullable<T[K]>> }[keyof T & string]
    : never
/** Names of the fields of a call's input, nested ones by their last part. */
type FieldOf<P extends Path> = Leaf<Input<P>>

/** Limits that the contract declares for the input of a call, by field. */
export function limitsOf<P extends Path>(path: P): Readonly<Partial<Record<FieldOf<P>, Limit>>> {
  return (__HILO_LIMITS__[path] ?? {}) as Partial<Record<FieldOf<P>, Limit>>
}
