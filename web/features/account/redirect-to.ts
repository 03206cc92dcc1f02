import { safeReturnTo } from '@hilo/domain/return-to.ts'

/** Full page load of the wanted path; the start-up rules redirect by account type. */
export function redirectTo(returnTo: unknown): void {
  window.location.replace(safeReturnTo(returnTo) ?? '/')
}
