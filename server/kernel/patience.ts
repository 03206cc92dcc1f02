/**
 * One factor, HILO_PATIENCE (1 to 100, default 1), for the timeouts of statements, locks, database connections, queues, leases, OLT
 * readings, requests to other servers, request bodies. A value above 1 keeps operations on an overloaded machine from timing out.
 * Polling intervals and lifetimes of stored data are not multiplied.
 */
const factor = Number(process.env['HILO_PATIENCE'] ?? 1)
if (!(factor >= 1 && factor <= 100)) throw new Error('HILO_PATIENCE tiene que ser un número de 1 a 100.')

/** A limit as it applies on this machine, in its own unit. */
export const patient = (limit: number): number => limit * factor
