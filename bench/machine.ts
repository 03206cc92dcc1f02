/** CPU and memory of processes, from /proc. */
import { readFileSync, readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const tickMs = 10

/** CPU time of a process so far, ms; 0 if it is gone. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

/** Fields of /proc/<pid>/stat after the program's name: [0] state, [1] parent, [11] user and [12] system ticks. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** The postmaster that a connection belongs to. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(statOf(rows[0]?.pid ?? 0)[1])
}

/** CPU time of all processes of a cluster, by process, ms. */
export function clusterCpu(postmaster: number): Map<number, number> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
  const own = pids.filter((pid) => pid === postmaster || Number(statOf(pid)[1]) === postmaster)
  return new Map(own.map((pid) => [pid, cpuMs(pid)]))
}

/** Milliseconds spent between two readings, by processes alive at the second. */
export function spent(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0)
  return sum
}

/** Waits until the cluster is idle: no vacuum, checkpoint or statement. At most a minute. */
export async function untilIdle(postmaster: number): Promise<void> {
  const giveUp = performance.now() + 60_000
  for (let calm = 0; calm < 3 && performance.now() < giveUp;) {
    const before = clusterCpu(postmaster)
    await sleep(150)
    calm = spent(before, clusterCpu(postmaster)) <= tickMs ? calm + 1 : 0
  }
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kb ?? 0) / 1024
}

export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, Node ${process.version}`
}
