import { text } from '../text.ts'
import type { Part } from './StackPlot.tsx'

/** Outcomes of interventions, bottom up, each with its look in every plot. */
export const outcomeLooks = [
  ['finalized', 'success'],
  ['warned', 'warning'],
  ['cancelled', 'medium'],
  ['failed', 'danger'],
  ['doing', 'open'],
] as const
export type Outcome = (typeof outcomeLooks)[number][0]

export const outcomeParts = (): Part[] => outcomeLooks.map(([key, look]) => ({ look, name: text(`home.days.${key}`) }))

/** Noon of a day, so that no time zone shifts it to another day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00`)

const weekday = new Intl.DateTimeFormat('es-ES', { weekday: 'narrow' })
/** "l 3". */
export const dayName = (date: Date): string => `${weekday.format(date).toLocaleLowerCase('es')} ${date.getDate()}`
