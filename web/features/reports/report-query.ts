/** Input of the report calls, from the URL. */
import type { Input } from '@hilo/contract/index.ts'
import { addDays, dayOf } from '../../lists/state/days.ts'
import { idOf } from '../../ui/id-of.ts'

export const periods = ['7d', '30d', 'mes', 'anterior', 'rango'] as const
type PeriodWord = (typeof periods)[number]

export interface Narrow {
  contrata?: string
  tecnico?: string
  zona?: string
  operador?: string
}
export type Search = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const day = (value: unknown) => {
  const date = textOf(value)
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : undefined
}

export function periodWord({ periodo, desde, hasta }: Search): PeriodWord {
  if (day(desde) !== undefined && day(hasta) !== undefined) return 'rango'
  return periods.find((word) => word === periodo && word !== 'rango') ?? '30d'
}

const monthStart = (of: string) => `${of.slice(0, 8)}01`

/** First and last day, inclusive; an invalid range becomes the last thirty days. */
export function daysOf(search: Search, now: number): { from: string; to: string } {
  const today = dayOf(now)
  switch (periodWord(search)) {
    case '7d':
      return { from: addDays(today, -6), to: today }
    case 'mes':
      return { from: monthStart(today), to: today }
    case 'anterior': {
      const to = addDays(monthStart(today), -1)
      return { from: monthStart(to), to }
    }
    case 'rango': {
      const [one = today, other = today] = [day(search['desde']), day(search['hasta'])]
      return one <= other ? { from: one, to: other } : { from: other, to: one }
    }
    default:
      return { from: addDays(today, -29), to: today }
  }
}

export type ReportQuery = Input<'admin_vno/reports/indicators/get'>

export function reportQueryOf(search: Search, now: number): ReportQuery {
  const contractor_id = idOf(search['contrata'])
  const technical_id = idOf(search['tecnico'])
  const vno_id = idOf(search['operador'])
  const zone = textOf(search['zona'])
  return {
    ...daysOf(search, now),
    ...(contractor_id !== undefined && { contractor_id }),
    ...(technical_id !== undefined && { technical_id }),
    ...(vno_id !== undefined && { vno_id }),
    ...(zone !== undefined && /^\d{5}$/.test(zone) && { ine_code: zone }),
  }
}
