/** Seals the audit and the histories every few seconds, in any process. */
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

const everyMs = 5000
/** Approximate rows per seal, all of which are read at once when it is verified. */
const most = 5000

/** Seals all committed rows, or none while another process does it. Returns the number of rows. */
export async function sealAudit(owner: pg.Pool, rows = most): Promise<number> {
  for (let total = 0; ;) {
    const { rows: answer } = await owner.query<{ sealed: number }>('select seal_audit($1) as sealed', [rows])
    const sealed = answer[0]?.sealed ?? 0
    total += sealed
    if (sealed < rows) return total
  }
}

/** Call before any write: a restored database may restart transaction ids. */
export async function continueAudit(owner: pg.Pool): Promise<void> {
  await owner.query('select audit_continue()')
}

interface Sealer {
  stop(): Promise<void>
}

export function startSealer(owner: pg.Pool, log: Log): Sealer {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sealAudit(owner).catch((error: unknown) => {
        if (!signal.aborted) log.warn('El sellado de la auditoría vuelve a intentarlo.', { error })
      })
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
