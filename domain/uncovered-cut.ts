/** Cut of one customer in a CTO without a declared intervention. */

export const cutStates = ['sin_luz', 'recuperado'] as const

/**
 * Evidence of who may have been there, strongest first: an intervention opened within half an hour after the cut, a
 * reading of the CTO for a technician, the technician's phone near the CTO, an order there at that time or on that day.
 */
export const cutLinks = ['intervencion', 'lectura', 'posicion', 'orden'] as const
