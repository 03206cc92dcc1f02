/** Cuts of one customer in a box where nobody had said that he works. */

export const cutStates = ['sin_luz', 'recuperado'] as const

/**
 * What says who may have been there, the strongest sign first: an intervention opened within half an hour after the cut, a reading
 * of the box for a technician, his telephone near the box, his order there at that time or on that day.
 */
export const cutLinks = ['intervencion', 'lectura', 'posicion', 'orden'] as const
