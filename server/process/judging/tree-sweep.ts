/** One look at every ONT of a tree, kept as evidence: what its OLT remembers of falls tells an outage from a hand in one box. */
import { isSilent } from '../own-state.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { storePonSweep } from '../watching/tree-evidence.ts'

/** Reads and keeps the states of a PON; answers when. Null where its OLT does not answer: then alarms alone speak of the tree. */
export async function sweepTree({ db, reader }: Process, ponId: number): Promise<Date | null> {
  try {
    const { takenAt, onts } = await reader.readPon(ponId, 'process')
    await inProcess(db, (sql) => storePonSweep(sql, ponId, takenAt, onts))
    return takenAt
  } catch (error) {
    if (isSilent(error)) return null
    throw error
  }
}
