/** What somebody has typed in a step and not yet confirmed, in every shape that a device may still hold. Pure. */
import type { AnyStepData } from '@hilo/domain/step-data.ts'

export interface Draft {
  schema: 1
  data: AnyStepData
  /** By the server's clock. */
  at: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A draft as it is written now; null for what is none, or was written by a newer version. */
export function draftOf(value: unknown): Draft | null {
  if (!isRecord(value) || !isRecord(value['data'])) return null
  const { schema = 1, data, at } = value
  if (schema !== 1) return null
  return { schema, data: data as AnyStepData, at: typeof at === 'number' ? at : 0 }
}

/** Of two tabs on one step the later one has the last word. */
export const isNewer = (draft: Draft | null, than: number): draft is Draft => draft !== null && draft.at > than

/** No intervention stays open for so long. */
const life = 60 * 24 * 3_600_000
/** An unknown age is no reason to throw anything away. */
export const isStale = ({ at }: Draft, now: number): boolean => at > 0 && now - at > life
