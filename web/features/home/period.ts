import type { DayReport, ReportPeriod } from '@hilo/contract/reports.ts'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** As it stands in the address: `?periodo=semana`. */
const words = { dia: 'day', semana: 'week', mes: 'month' } as const satisfies Record<string, ReportPeriod>
export type PeriodWord = keyof typeof words
export const periodWords: readonly PeriodWord[] = ['dia', 'semana', 'mes']

export const periodWord = (value: unknown): PeriodWord => periodWords.find((word) => word === value) ?? 'dia'
export const periodOf = (word: PeriodWord): ReportPeriod => words[word]

const weekday = new Intl.DateTimeFormat('es-ES', { weekday: 'long' })
const dayOnly = new Intl.DateTimeFormat('es-ES', { day: 'numeric' })
const month = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric' })

/** "Hoy, 21 de noviembre de 2026", "Semana del 16 al 21 de noviembre de 2026", "Noviembre de 2026". */
export function periodTitle(word: PeriodWord, now: number): string {
  if (word === 'dia') return text('home.title.dia', { date: formatDate(now) })
  if (word === 'mes') {
    const name = month.format(now)
    return name.charAt(0).toLocaleUpperCase('es') + name.slice(1)
  }
  const today = new Date(now)
  const monday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - ((today.getDay() + 6) % 7))
  if (monday.getDate() === today.getDate()) return text('home.title.monday', { date: formatDate(now) })
  const from = monday.getMonth() === today.getMonth() ? dayOnly.format(monday) : formatDate(monday)
  return text('home.title.semana', { from, to: formatDate(now) })
}

/** What the figures are compared with. */
export function comparedWith(word: PeriodWord, report: DayReport | undefined): string {
  if (!report) return ''
  return text(`home.compared.${word}`, { weekday: weekday.format(new Date(report.previous_from)) })
}
