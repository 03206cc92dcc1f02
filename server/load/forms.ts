/** How a file writes what may be written in several ways. */
import { noNumberForms, type NumberForms } from './cell-number.ts'
import { noDateForms, type DateForms } from './date-forms.ts'

export interface FileForms {
  numbers: NumberForms
  dates: DateForms
}
export const noForms: FileForms = { numbers: noNumberForms, dates: noDateForms }
