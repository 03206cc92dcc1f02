/** Colours of the map in the scheme in force, from the tokens of the style sheets. */
const tokens = [
  'bg',
  'surface',
  'line-2',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-soft',
  'success-solid',
  'warning-solid',
  'danger-solid',
  'danger-soft',
  'danger-text',
  'medium-solid',
  'map-sea',
  'map-abroad',
  'map-land',
  'map-border',
  'map-sea-ink',
  'map-green',
  'map-road',
  'map-road-edge',
  'map-building',
] as const
export type Palette = Readonly<Record<(typeof tokens)[number], string>>

/** @param element an element under the map's style sheet */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  return Object.fromEntries(tokens.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette
}
