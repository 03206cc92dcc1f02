/** A mark beside the database of how much lies in it unsent: a database that vanished is noticed by it. */
const prefix = 'hilo.unsent.'
const keyOf = (user: number) => `${prefix}${user}`

export const mark = {
  get(user: number): number {
    try {
      return Number(localStorage.getItem(keyOf(user)) ?? 0)
    } catch {
      return 0
    }
  },
  /** Whose work lies here unsent and open. */
  all(): number[] {
    try {
      return Object.keys(localStorage).flatMap((key) =>
        key.startsWith(prefix) ? [Number(key.slice(prefix.length))] : [],
      )
    } catch {
      return []
    }
  },
  /** Nobody (0) has nothing. */
  set(user: number, count: number): void {
    if (user === 0) return
    try {
      if (count === 0) localStorage.removeItem(keyOf(user))
      else if (count !== mark.get(user)) localStorage.setItem(keyOf(user), String(count))
    } catch {
      // Where nothing can be marked, nothing was kept either.
    }
  },
}
