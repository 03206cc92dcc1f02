import { setTimeout as wait } from 'node:timers/promises'

const minute = 60_000
const hour = 60 * minute

/**
 * Waits over midnight if a day of Spain or of UTC ends within five minutes: what a test makes and what it then reads are of one
 * day, which began at least a minute ago.
 */
export async function oneDay(): Promise<void> {
  for (;;) {
    const now = new Date()
    const past = now.getTime() % hour
    const nextHour = (now.getUTCHours() + (past < 5 * minute ? 0 : 1)) % 24
    // Midnight in Madrid is at 22:00 or 23:00 UTC, in the Canaries at 23:00 or 0:00.
    if (past >= minute && past < hour - 5 * minute) return
    if (![22, 23, 0].includes(nextHour)) return
    await wait(past < minute ? minute - past : hour - past)
  }
}
