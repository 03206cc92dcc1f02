/**
 * Validation of the return path after signing in: a path on our own site only. Used by the client before it navigates
 * and by the server before it stores the value.
 */

/** The path (with query and hash) if it stays on the site and is worth returning to; otherwise null. */
export function safeReturnTo(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null
  if (!/^\/(?![/\\])/.test(value) || /[\u0000-\u0020\u007f\\]/.test(value)) return null
  if (/%(?:2f|5c|0[0-9a-d])/i.test(value.slice(0, 8)) || /^\/(?:\.{1,2}|%2e)/i.test(value)) return null
  const path = value.split(/[?#]/, 1)[0] ?? ''
  if (/^\/(?:login|loading-oauth|oauth)(?:\/|$)/.test(path) || path === '/') return null
  if (path.includes('//')) return null
  return value
}
