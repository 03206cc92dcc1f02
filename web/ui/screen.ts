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
