/** Bulk readings of accesses, and their limits per OLT. */
export const massive = {
  /** Up to this many accesses the response is synchronous. */
  atOnce: 50,
  most: 5000,
  /** Queued or running jobs per operator. */
  open: 2,
  /** Minimum interval before the same access is read again, and retention of results, in ms. */
  againMs: 3_600_000,
  keptMs: 7 * 86_400_000,
  /** Share of an OLT's ports that may be read per minute. */
  share: 0.1,
} as const

export const massiveStates = ['en_cola', 'en_curso', 'hecho', 'parcial', 'error'] as const
type MassiveState = (typeof massiveStates)[number]

/**
 * Whether a CTO may be read now. @param used ports of the OLT read within the last minute; a CTO larger than the share
 * is read when there are none
 */
export function mayRead({ used, box, total }: { used: number; box: number; total: number }): boolean {
  return used === 0 || used + box <= total * massive.share
}

/** Final state of a job: nothing, part, or all was read. */
export function endOf(total: number, failed: number): MassiveState {
  if (failed === 0) return 'hecho'
  return failed < total ? 'parcial' : 'error'
}
