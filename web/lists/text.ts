import i18next from 'i18next'
import { text } from '../ui/text.ts'

/** Name of a column: `column.<list>.<column>`. */
export const columnText = (list: string, id: string): string => text(`column.${list}.${id.replace(/^=/, '')}`)

/** Short name for the head of the grid, where the catalogue has one. */
export function columnHead(list: string, id: string): string {
  const key = `column.${list}.${id.replace(/^=/, '')}`
  return i18next.exists(`${key}.short`) ? i18next.t(`${key}.short`) : i18next.t(key)
}

/** Text of a value of a closed choice: `choice.<field>.<value>`. */
export const choiceText = (field: string, value: string): string => text(`choice.${field}.${value}`)
