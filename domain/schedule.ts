import { homeZone, instantAt, wallClock } from './place-clock.ts'

/** Run times of scheduled reports. Days and hours are those of Madrid, including the two days of clock changes. */
export const schedulePeriods = ['day', 'week', 'month'] as const
export type SchedulePeriod = (typeof schedulePeriods)[number]
/** The figures of the home page, or the indicators of the reports. */
export const scheduleReports = ['day', 'indicators'] as const
export type ScheduleReport = (typeof scheduleReports)[number]
export const scheduleFormats = ['csv', 'xlsx', 'pdf'] as const
export type ScheduleFormat = (typeof scheduleFormats)[number]

interface Schedule {
  period: SchedulePeriod
  /** 0–23 */
  hour: number
}

const hourMs = 3_600_000
const wall = (at: number) => wallClock(at, homeZone)
const instantOf = (shown: number) => instantAt(shown, homeZone)

const startOf: Readonly<Record<SchedulePeriod, (day: Date) => number>> = {
  day: (day) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()),
  week: (day) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - ((day.getUTCDay() + 6) % 7)),
  month: (day) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1),
}
const startAfter: Readonly<Record<SchedulePeriod, (start: Date) => number>> = {
  day: (start) => start.getTime() + 24 * hourMs,
  week: (start) => start.getTime() + 7 * 24 * hourMs,
  month: (start) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1),
}

/** The next run after `from`: every day, on Mondays, or on the first of a month, at the hour. */
export function nextRun({ period, hour }: Schedule, from: Date): Date {
  const start = startOf[period](new Date(wall(from.getTime())))
  const soon = instantOf(start + hour * hourMs)
  if (soon > from.getTime()) return new Date(soon)
  return new Date(instantOf(startAfter[period](new Date(start)) + hour * hourMs))
}

/** First and last day (`2026-11-16`) of the day, week or month completed when a report came due. */
export function reportedDays({ period }: Pick<Schedule, 'period'>, due: Date): { from: string; to: string } {
  const day = (wallTime: number) => new Date(wallTime).toISOString().slice(0, 10)
  const last = startOf[period](new Date(wall(due.getTime()))) - 1
  return { from: day(startOf[period](new Date(last))), to: day(last) }
}

/** The last moment of the period completed when a report came due. */
export function reportedUntil({ period }: Pick<Schedule, 'period'>, due: Date): Date {
  return new Date(instantOf(startOf[period](new Date(wall(due.getTime())))) - 1)
}
