import { text } from './text.ts'

/** Where a reading comes from: an OLT, the simulated plant of a demonstration, or what was kept of either. */
export type ReadingSource = 'olt' | 'simulated' | 'cache'

/** A written moment of a reading, marked where no OLT gave it: "1:48 p. m., simulado". */
export const readTime = (written: string, source: ReadingSource | null | undefined): string =>
  source === 'simulated' ? text('reading.simulated', { time: written }) : written
