/** Whether a failure says that the database was not reached, or left in the middle: nothing is known of what was under way. */

const codes: ReadonlySet<string> = new Set([
  // The connection was ended from there: an administrator, a crash, a standstill, the last place taken.
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  // It was never made, or broke on the way.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
])
// What the driver says without a code.
const words = /connection terminated|timeout exceeded when trying to connect|not queryable/i

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(String(error.code))) || words.test(error.message)
}
