import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

export interface Total {
  value: number
  exact: boolean
}

/** A total as a person reads it; one that is not exact says so. */
export function formatTotal(total: Total | undefined): string {
  if (total === undefined) return '–'
  return total.exact ? formatNumber(total.value) : text('home.about', { value: formatNumber(total.value) })
}
