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
  set(user: number, count: number): void {
    try {
      if (count === 0) localStorage.removeItem(keyOf(user))
      else if (count !== mark.get(user)) localStorage.setItem(keyOf(user), String(count))
    } catch {
      // Where nothing can be marked, nothing was kept either.
    }
  },
}
