/** What was found of each kind of thing that happened, as one table. */
export interface KindRow {
  kind: string
  played: number
  harmed: number
  found: number
  /** Neighbours whose harm was attributed to a technician who never touched their fibre. */
  blamed: number
  untouched: number
  /** Found, but notified late or not at all. */
  late: number
  /** Verdicts, codes and closings that are not as they should be. */
  other: number
  /** Real time from a pulled hair to its alarm on the technician's screen, ms. */
  alarms: readonly number[]
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0
}

const seconds = (values: readonly number[], at: number) =>
  values.length === 0 ? '–' : (quantile(values, at) / 1000).toFixed(2)

export function kindTable(rows: readonly KindRow[]): string {
  return [
    '| kind | played | harmed | found | blamed falsely | of untouched | told late | otherwise wrong | alarm p50 s | p99 s |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(({ kind, played, harmed, found, blamed, untouched, late, other, alarms }) => {
      const times = [seconds(alarms, 0.5), seconds(alarms, 0.99)]
      return `| ${[kind, played, harmed, found, blamed, untouched, late, other, ...times].join(' | ')} |`
    }),
  ].join('\n')
}
