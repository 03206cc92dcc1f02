/**
 * One factor, HILO_PATIENCE (1 to 100, default 1), for the timeouts of statements, locks, database connections, queues, leases, OLT
 * readings, requests to other servers, request bodies. A value above 1 keeps operations on an overloaded machine from timing out.
 * Polling intervals and lifetimes of stored data are not multiplied.
 */
const factor = factorOf(process.env['HILO_PATIENCE']) ?? 1

/** Undefined for a text that is no factor, which `config.ts` refuses. */
export function factorOf(text = '1'): number | undefined {
  const number = Number(text)
  return number >= 1 && number <= 100 ? number : undefined
}

/** A limit as it applies on this machine, in its own unit. */
export const patient = (limit: number): number => limit * factor
