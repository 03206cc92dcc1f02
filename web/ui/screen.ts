import type { ComponentType } from 'react'

/** A screen that arrives when somebody goes there: its file, and which of its exports it is. */
export interface Screen {
  load: () => Promise<Record<string, unknown>>
  name: string
}

/** Ties the name to the file: a component that the file does not have does not compile. */
export function screen<N extends string>(load: () => Promise<{ [K in N]: ComponentType }>, name: N): Screen {
  return { load, name }
}

/** A part of the application that did not arrive: no coverage, or the server has a newer version. */
export class MissingPart extends Error {}

/** Says what happened in words of its own: the router would load the page anew by itself, whatever is being written. */
export const arriving =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw new MissingPart('a part of the application is missing', { cause: error })
    })
