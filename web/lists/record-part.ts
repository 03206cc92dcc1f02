import type { PathOf, RecordOf } from '@hilo/contract/index.ts'

type ListPath = PathOf<'list'>

/** Fields of a nested record; none of an array or a plain value. */
type Inner<V> = V extends readonly unknown[] ? never : V extends object ? keyof V & string : never
type NameIn<R> = { [N in keyof R & string]-?: N | `${N}.${Inner<R[N]>}` }[keyof R & string]

/** Names that a list call takes in `fields`: a field of its records, or a part of a nested one. */
export type FieldName<P extends ListPath> = NameIn<RecordOf<P>>

type Outer<F extends string> = F extends `${infer N}.${string}` ? N : F
type Parts<F extends string, N extends string> = F extends `${N}.${infer Part}` ? Part : never
type Cut<V, Part extends string> = V extends object ? Pick<V, Part & keyof V> : V
type PartIn<R, F extends string> = {
  [N in keyof R & string as N extends Outer<F> | 'id' ? N : never]: N extends F | 'id' ? R[N] : Cut<R[N], Parts<F, N>>
}

/** The part of a call's record that comes when these fields are asked for; `id` always comes. */
export type RecordPart<P extends ListPath, F extends string> = PartIn<RecordOf<P>, F>
