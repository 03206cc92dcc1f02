import { safeReturnTo } from '@hilo/domain/return-to.ts'

/** Loads the page where somebody wanted to go anew; the start-up rules take him where his account belongs. */
export function leaveFor(returnTo: unknown): void {
  window.location.replace(safeReturnTo(returnTo) ?? '/')
}
