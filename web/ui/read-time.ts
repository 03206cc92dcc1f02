import { text } from './text.ts'

/** Source of a reading: an OLT, the simulated plant of a demonstration, or the cached last value. */
export type ReadingSource = 'olt' | 'simulated' | 'cache'

/** A formatted reading time, marked if not read from an OLT: "1:48 p. m., simulado". */
export const readTime = (written: string, source: ReadingSource | null | undefined): string =>
  source === 'simulated' ? text('reading.simulated', { time: written }) : written
