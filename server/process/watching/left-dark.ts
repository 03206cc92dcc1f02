/**
 * A customer who stays dark when the others that fell with it have had light for five minutes: from then on it is one customer's cut, in
 * doubt. The technician is asked to look before leaving, and its operator gets a case, while the intervention is still open.
 */
import type { TaskList } from 'graphile-worker'
import { followFindings } from '../cases/findings.ts'
import { compare } from '../judging/compare.ts'
import { factsOfEvent, newestOf } from '../judging/facts.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { observeBox } from './observe.ts'
import { lockWatched } from './watched-ports.ts'

async function leftDark(process: Process, eventId: number): Promise<void> {
  const watched = await inProcess(process.db, (sql) => lockWatched(sql, eventId))
  if (!watched) return
  await observeBox(process, eventId, watched.event.cto_id)
  await inProcess(process.db, async (sql) => {
    const board = await lockWatched(sql, eventId)
    const facts = board && (await factsOfEvent(sql, eventId))
    if (!board || !facts) return
    const { diff } = compare(facts, { takenAt: new Date(newestOf(facts)), readings: [] })
    const left = diff.filter(({ doubt }) => doubt === 'dark_after_outage')
    await followFindings(sql, board.event, [], left)
  })
}

export const leftDarkTasks = (process: Process): TaskList => ({
  'process.left_dark': (payload) => leftDark(process, eventIdOf(payload)),
})
