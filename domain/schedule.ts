/** When a report that comes by itself comes next. Days and hours are those of Madrid, also on the two days that are longer or shorter. */
export const schedulePeriods = ['day', 'week', 'month'] as const
export type SchedulePeriod = (typeof schedulePeriods)[number]
/** The figures that the home shows, or the indicators of the reports. */
export const scheduleReports = ['day', 'indicators'] as const
export type ScheduleReport = (typeof scheduleReports)[number]
export const scheduleFormats = ['csv', 'xlsx', 'pdf'] as const
export type ScheduleFormat = (typeof scheduleFormats)[number]

export interface Schedule {
  period: SchedulePeriod
  /** 0–23 */
  hour: number
}

const zone = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
})
const hourMs = 3_600_000

/** The clock on the wall in Madrid at an instant, as if it were UTC. */
function wall(at: number): number {
  const parts = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** First instant at which the wall shows this or, where the clock leaps over it, later. */
function instantOf(shown: number): number {
  const early = shown - 2 * hourMs
  for (let at = early; ; at += hourMs) if (wall(at) >= shown) return at
}

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

/** The next time after `from`: every day, on Mondays, or on the first of a month, at the hour. */
export function nextRun({ period, hour }: Schedule, from: Date): Date {
  const start = startOf[period](new Date(wall(from.getTime())))
  const soon = instantOf(start + hour * hourMs)
  if (soon > from.getTime()) return new Date(soon)
  return new Date(instantOf(startAfter[period](new Date(start)) + hour * hourMs))
}

/** The day, week or month that was over when a report came due: its first and its last day, `2026-11-16`. */
export function reportedDays({ period }: Pick<Schedule, 'period'>, due: Date): { from: string; to: string } {
  const day = (wallTime: number) => new Date(wallTime).toISOString().slice(0, 10)
  const last = startOf[period](new Date(wall(due.getTime()))) - 1
  return { from: day(startOf[period](new Date(last))), to: day(last) }
}

/** The last moment of the day, week or month that was over when a report came due. */
export function reportedUntil({ period }: Pick<Schedule, 'period'>, due: Date): Date {
  return new Date(instantOf(startOf[period](new Date(wall(due.getTime())))) - 1)
}
