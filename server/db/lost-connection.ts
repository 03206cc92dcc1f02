/** Whether a failure says that the database was not reached, or left in the middle: nothing is known of what was under way. */

const codes: ReadonlySet<string> = new Set([
  // The connection was ended from there: an administrator, a crash, a standstill, the last place taken.
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  // It takes no changes: a standby, or what was the first server until a moment ago.
  '25006',
  // It was never made, or broke on the way.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'EAI_AGAIN', 'ENOTFOUND'],
])
/** Every failure of a connection by PostgreSQL's own word, and what a pooler says under it. */
const connectionClass = /^08[0-9A-Z]{3}$/
// What the driver says without a code.
const words = /connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable/i

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || connectionClass.test(code) || words.test(error.message)
}
