import type { ComponentType } from 'react'

/** A lazily loaded screen: its module, and the name of its export. */
export interface Screen {
  load: () => Promise<Record<string, unknown>>
  name: string
}

/** Type-checks the name: an export that the module does not have does not compile. */
export function screen<N extends string>(load: () => Promise<{ [K in N]: ComponentType }>, name: N): Screen {
  return { load, name }
}

/** A part of the application failed to load: no coverage, or the server has a newer version. */
export class PartLoadError extends Error {}

/** Throws our own error: on a failed import the router would reload the page by itself and lose unsaved input. */
export const withLoadError =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw new PartLoadError('a part of the application is missing', { cause: error })
    })
