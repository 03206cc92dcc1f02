/** A mark beside the database of how much lies in it unsent: a database that vanished is noticed by it. */
const keyOf = (user: number) => `hilo.unsent.${user}`

export const mark = {
  get(user: number): number {
    try {
      return Number(localStorage.getItem(keyOf(user)) ?? 0)
    } catch {
      return 0
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
