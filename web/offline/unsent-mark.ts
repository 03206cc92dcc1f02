/** Number of unsent operations, stored outside the database, so that a vanished database is detected. */
const prefix = 'hilo.unsent.'
const keyOf = (user: number) => `${prefix}${user}`

export const unsentMark = {
  get(user: number): number {
    try {
      return Number(localStorage.getItem(keyOf(user)) ?? 0)
    } catch {
      return 0
    }
  },
  /** Ids of users with unsent, unsealed work on this device. */
  all(): number[] {
    try {
      return Object.keys(localStorage).flatMap((key) =>
        key.startsWith(prefix) ? [Number(key.slice(prefix.length))] : [],
      )
    } catch {
      return []
    }
  },
  /** User 0 (signed out) has no work. */
  set(user: number, count: number): void {
    if (user === 0) return
    try {
      if (count === 0) localStorage.removeItem(keyOf(user))
      else if (count !== unsentMark.get(user)) localStorage.setItem(keyOf(user), String(count))
    } catch {
      // Where the mark cannot be stored, the work could not be stored either.
    }
  },
}
