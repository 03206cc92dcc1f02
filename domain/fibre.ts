/** Colour code of fibres, in order: after the twelfth it repeats, with a painted ring. */
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
type FibreColour = (typeof fibreColours)[number]

interface FibreLook {
  colour: FibreColour
  /** Number of painted rings: none on the first twelve. */
  rings: number
}

/** Colour and rings of a fibre number; null if invalid. */
export function fibreLook(number: number | null): FibreLook | null {
  if (number === null || !Number.isInteger(number) || number < 1) return null
  const colour = fibreColours[(number - 1) % fibreColours.length]
  return colour ? { colour, rings: Math.floor((number - 1) / fibreColours.length) } : null
}
