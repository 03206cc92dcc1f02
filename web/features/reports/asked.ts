/** What the reports are asked for, as the address says it. */
import type { Input } from '@hilo/contract/index.ts'
import { addDays, dayOf } from '../../lists/state/days.ts'

export const periods = ['7d', '30d', 'mes', 'anterior', 'rango'] as const
export type PeriodWord = (typeof periods)[number]

export interface Narrow {
  contrata?: string
  tecnico?: string
  zona?: string
  operador?: string
}
export type Search = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const day = (value: unknown) => {
  const given = textOf(value)
  return given !== undefined && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined
}

export function periodWord({ periodo, desde, hasta }: Search): PeriodWord {
  if (day(desde) !== undefined && day(hasta) !== undefined) return 'rango'
  return periods.find((word) => word === periodo && word !== 'rango') ?? '30d'
}

const monthStart = (of: string) => `${of.slice(0, 8)}01`

/** First and last day, both counted; what the address says wrong becomes the last thirty days. */
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

const idOf = (value: unknown) => {
  const id = Number(textOf(value)?.split('~', 1)[0])
  return Number.isInteger(id) && id > 0 ? id : undefined
}

export type Asked = Input<'admin_vno/reports/indicators/get'>

export function askedOf(search: Search, now: number): Asked {
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
