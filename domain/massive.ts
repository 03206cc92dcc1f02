/** Many accesses asked for at once, and how far an OLT may be troubled for them. */
export const massive = {
  /** Up to here the answer comes at once. */
  atOnce: 50,
  most: 5000,
  /** Jobs of one operator that wait or run. */
  open: 2,
  /** Time within which the same access is not read again, and for which results are kept, in ms. */
  againMs: 3_600_000,
  keptMs: 7 * 86_400_000,
  /** Part of an OLT's ports that may be read within a minute. */
  share: 0.1,
} as const

export const massiveStates = ['en_cola', 'en_curso', 'hecho', 'parcial', 'error'] as const
export type MassiveState = (typeof massiveStates)[number]

/**
 * Whether a box may be read now.
 * @param used ports of the OLT that were read within the last minute; a box that alone is more than the share is read when there are none
 */
export function mayRead({ used, box, total }: { used: number; box: number; total: number }): boolean {
  return used === 0 || used + box <= total * massive.share
}

/** How a job ended: nothing was read, part of it, or all. */
export function endOf(total: number, failed: number): MassiveState {
  if (failed === 0) return 'hecho'
  return failed < total ? 'parcial' : 'error'
}
