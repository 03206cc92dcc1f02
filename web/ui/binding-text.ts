/** The figure that a picture proves, as text beside it, so that the viewer can compare both: "−20,00 dBm, puerto 3". */
import type { Binding } from '@hilo/domain/picture-binding.ts'
import { formatPowerUnit } from './format.ts'
import { text } from './text.ts'

/** Null if the picture proves no figure. */
export function boundText(bound: Binding | null | undefined): string | null {
  if (bound == null || bound.figure === null) return null
  const { value, port } = bound
  const figure = typeof value === 'number' ? formatPowerUnit(value) : value
  const parts = [figure, port === null ? null : text('picture.bound.port', { port })]
  const said = parts.filter((part) => part !== null && part !== '').join(', ')
  return said === '' ? null : said
}
