/** True if an error means that the database was not reached or the connection broke: the outcome is unknown. */

const codes: ReadonlySet<string> = new Set([
  // Ended by the server: an administrator, a crash, a shutdown, no free slot.
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  // Read-only: a standby, or a demoted primary.
  '25006',
  // Never established, or broken.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'EAI_AGAIN', 'ENOTFOUND'],
])
/** All connection errors of PostgreSQL, and poolers' errors in the same class. */
const connectionClass = /^08[0-9A-Z]{3}$/
// Driver errors without a code.
const words = /connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable/i

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || connectionClass.test(code) || words.test(error.message)
}
