import type { ReadingSource } from '@hilo/domain/olt.ts'
import { text } from './text.ts'

/** A formatted reading time, marked if not read from an OLT: "1:48 p. m., simulado". */
export const readTime = (written: string, source: ReadingSource | null | undefined): string =>
  source === 'simulated' ? text('reading.simulated', { time: written }) : written
