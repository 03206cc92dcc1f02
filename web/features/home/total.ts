import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

interface Total {
  value: number
  exact: boolean
}

/** Formatted total; an estimate is marked as such. */
export function formatTotal(total: Total | undefined): string {
  if (total === undefined) return '–'
  return total.exact ? formatNumber(total.value) : text('home.about', { value: formatNumber(total.value) })
}
