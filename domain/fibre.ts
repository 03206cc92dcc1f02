/** The colours by which fibres are told apart, in their order: after the twelfth they begin again, with a ring painted on. */
export const fibreColours = [
  'verde',
  'rojo',
  'azul',
  'amarillo',
  'gris',
  'violeta',
  'marron',
  'naranja',
  'blanco',
  'negro',
  'rosa',
  'turquesa',
] as const
export type FibreColour = (typeof fibreColours)[number]

export interface FibreLook {
  colour: FibreColour
  /** Rings painted on: none on the first twelve. */
  rings: number
}

/** How the fibre of a number looks; null for no number of a fibre. */
export function fibreLook(number: number | null): FibreLook | null {
  if (number === null || !Number.isInteger(number) || number < 1) return null
  const colour = fibreColours[(number - 1) % fibreColours.length]
  return colour ? { colour, rings: Math.floor((number - 1) / fibreColours.length) } : null
}
