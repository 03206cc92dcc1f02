import type { DayReport } from '@hilo/contract/reports/reports.ts'
import type { SchedulePeriod } from '@hilo/domain/schedule.ts'
import { homeZone } from '@hilo/domain/place-clock.ts'
import { presetDays } from '../../lists/state/days.ts'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** Values in the URL: `?periodo=semana`. */
const words = { dia: 'day', semana: 'week', mes: 'month' } as const satisfies Record<string, SchedulePeriod>
export type PeriodWord = keyof typeof words
export const periodWords: readonly PeriodWord[] = ['dia', 'semana', 'mes']

export const periodWord = (value: unknown): PeriodWord => periodWords.find((word) => word === value) ?? 'dia'
export const periodOf = (word: PeriodWord): SchedulePeriod => words[word]

// The days are those of `homeZone`, independent of the reader's time zone.
const weekday = new Intl.DateTimeFormat('es-ES', { weekday: 'long', timeZone: homeZone })
const month = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: homeZone })

/** "Hoy, 21 de noviembre de 2026", "Semana del 16 al 21 de noviembre de 2026", "Noviembre de 2026". */
export function periodTitle(word: PeriodWord, now: number): string {
  if (word === 'dia') return text('home.title.dia', { date: formatDate(now, homeZone) })
  if (word === 'mes') {
    const name = month.format(now)
    return name.charAt(0).toLocaleUpperCase('es') + name.slice(1)
  }
  const [monday, today] = presetDays('semana', now)
  const to = formatDate(now, homeZone)
  if (monday === today) return text('home.title.monday', { date: to })
  const from =
    monday.slice(0, 7) === today.slice(0, 7) ? String(Number(monday.slice(8))) : formatDate(`${monday}T12:00`)
  return text('home.title.semana', { from, to })
}

/** Name of the previous period. */
export function comparedWith(word: PeriodWord, report: DayReport | undefined): string {
  if (!report) return ''
  return text(`home.compared.${word}`, { weekday: weekday.format(new Date(report.previous_from)) })
}
