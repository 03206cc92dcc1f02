/** States of an OLT: its alarms, its read budget, its clock. */

/** Where a reading comes from: the OLT, a simulated one, or the last that was kept. */
export const readingSources = ['olt', 'simulated', 'cache'] as const
export type ReadingSource = (typeof readingSources)[number]

/** Whether alarms of the OLT are heard: `muda` while a process listens and the OLT does not answer it. */
export const oltListening = ['escuchada', 'muda', 'sin_escucha'] as const

/** What may be read from the OLT now: all, states without powers, or nothing. */
export const oltReading = ['normal', 'sin_potencias', 'cerrada'] as const

/** Whether times of the OLT count. */
export const oltClock = ['fiable', 'no_fiable', 'sin_medir'] as const
