/** Target values; the tables mark each figure as met or not. */
export const aims = {
  /** Least share of the limit's requests per second. A total is kept, so it costs less than the limit's count. */
  page: 0.7,
  record: 0.5,
  total: 1,
  /** Most seconds, as a multiple of the limit's CSV; then ms, and MB that the server grows by. */
  csv: 1.6,
  xlsx: 3,
  firstByteMs: 100,
  growthMb: 40,
  /** Server without the database, MB. */
  idleMb: 130,
  loadedMb: 220,
  /** Most that the median of a call may take in the largest network, as a multiple of the smallest. */
  growth: 1.5,
} as const

/** A figure with its mark beside what it is judged by. */
export const judged = (shown: string, good: boolean, aim: string) => `${shown} ${good ? '✓' : '✗'} ${aim}`
