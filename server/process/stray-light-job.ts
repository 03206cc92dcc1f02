/** The second look at a port where an ONT answers that nobody declared. */
import { darkAfterMs } from '@hilo/domain/enrollment.ts'
import type { Tx } from '../db/scope.ts'
import { addJob } from './event-row.ts'

/** One look may see a line that is being worked on: after ten minutes of business time somebody looks again. */
export async function scheduleStrayLook(sql: Tx, portId: number): Promise<void> {
  const options = { at: { afterMs: darkAfterMs }, key: `stray:${portId}` }
  await addJob(sql, 'process.stray', `stray:${portId}`, { port_id: portId }, options)
}
