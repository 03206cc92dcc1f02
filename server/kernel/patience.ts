/**
 * One factor for every limit of real time that ends somebody's work or wait: statements, locks, connections, silence, turns,
 * leases, readings, other servers, bodies of requests. A machine that does much else at the same time is slow, not broken; with
 * HILO_PATIENCE (1 to 100, usually 1) nothing is given up early there. Intervals and lifetimes are not limits and stay.
 */
const factor = Number(process.env['HILO_PATIENCE'] ?? 1)
if (!(factor >= 1 && factor <= 100)) throw new Error('HILO_PATIENCE tiene que ser un número de 1 a 100.')

/** A limit as it applies on this machine, in its own unit. */
export const patient = (limit: number): number => limit * factor
