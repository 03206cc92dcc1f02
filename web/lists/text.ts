import i18next from 'i18next'
import { text } from '../ui/text.ts'

/** A column's own text, or the one that it has in any list. */
function columnKey(list: string, id: string): string {
  const name = id.replace(/^=/, '')
  const own = `column.${list}.${name}`
  return i18next.exists(own) ? own : `column.any.${name}`
}

/** Label of a column: `column.<list>.<column>`, or `column.any.<column>`. */
export const columnText = (list: string, id: string): string => text(columnKey(list, id))

/** Short label for the grid's header, where the catalogue has one. */
export function columnHead(list: string, id: string): string {
  const key = columnKey(list, id)
  return i18next.exists(`${key}.short`) ? i18next.t(`${key}.short`) : i18next.t(key)
}

/** Text of a closed choice's value: `choice.<field>.<value>`. */
export const choiceText = (field: string, value: string): string => text(`choice.${field}.${value}`)
