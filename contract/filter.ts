import * as z from 'zod/mini'
import { id } from './wire.ts'

/** A filter of a list, and what a request may say in it. */
export interface FilterSpec {
  kind: 'id' | 'integer' | 'number' | 'code' | 'time' | 'boolean' | 'status' | 'choice' | 'near'
  /** Allowed values of `status` (numbers) and `choice` (strings). */
  values?: readonly (string | number)[]
}

const scalar = {
  id,
  integer: z.int32(),
  number: z.number().check(z.minimum(-1e9), z.maximum(1e9)),
  code: z.string().check(z.maxLength(64)),
  /** An instant; a bare day means its start, UTC. */
  time: z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
  boolean: z.boolean(),
}

export function filterSchema(filter: FilterSpec) {
  if (filter.kind === 'near') {
    return z.strictObject({
      lat: z.number().check(z.minimum(-90), z.maximum(90)),
      lon: z.number().check(z.minimum(-180), z.maximum(180)),
      metres: z.number().check(z.positive(), z.maximum(50_000)),
    })
  }
  const one: z.ZodMiniType =
    filter.kind === 'status' || filter.kind === 'choice' ? z.literal([...(filter.values ?? [])]) : scalar[filter.kind]
  const many = z.array(one).check(z.minLength(1), z.maxLength(200))
  if (filter.kind === 'boolean' || filter.kind === 'choice') return z.union([one, many])
  const range = { gte: z.optional(one), lte: z.optional(one) }
  const bounds =
    filter.kind === 'code'
      ? z.strictObject({ ...range, like: z.optional(z.string().check(z.minLength(1), z.maxLength(64))) })
      : z.strictObject(range)
  return z.union([one, many, bounds])
}
