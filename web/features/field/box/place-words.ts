import { text } from '../../../ui/text.ts'
import { placeOf } from './place.ts'

/** "Fila de arriba, segundo por la derecha." */
export function placeWords(port: number, total: number): string {
  const { row, edge, nth } = placeOf(port, total)
  return `${text(`tech.row.${row}`)}, ${text(`tech.nth.${nth}`)} ${text(`tech.edge.${edge}`)}.`
}
