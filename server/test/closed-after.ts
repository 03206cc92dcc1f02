/** What a test file opens for all its tests. */
import { after } from 'node:test'

/** Closes the resource when the tests of the suite, or of the file, have ended. */
export function closedAfter<T extends { close(): Promise<unknown> }>(resource: T): T {
  after(() => resource.close())
  return resource
}
