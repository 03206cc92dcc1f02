/** Draft of a step: typed and not confirmed yet. Reads every format that a device may still hold. Pure. */
import type { AnyStepData } from '@hilo/domain/step-data.ts'

export interface Draft {
  schema: 1
  data: AnyStepData
  /** Server time, ms. */
  at: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A stored draft in the current format; null if invalid or written by a newer version. */
export function draftOf(value: unknown): Draft | null {
  if (!isRecord(value) || !isRecord(value['data'])) return null
  const { schema = 1, data, at } = value
  if (schema !== 1) return null
  return { schema, data: data as AnyStepData, at: typeof at === 'number' ? at : 0 }
}

/** With two tabs on one step, the later draft wins. */
export const isNewer = (draft: Draft | null, than: number): draft is Draft => draft !== null && draft.at > than

/** Drafts older than this (ms) are deleted: no intervention stays open for 60 days. */
const life = 60 * 24 * 3_600_000
/** A draft of unknown age (0) is kept. */
export const isStale = ({ at }: Draft, now: number): boolean => at > 0 && now - at > life
