/** The port that a key moves to from `port`; undefined if the key does not move. */
export function portAfter(key: string, port: number, total: number, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: port + 1,
    ArrowLeft: port - 1,
    ArrowDown: port + columns,
    ArrowUp: port - columns,
    Home: 1,
    End: total,
  }
  const next = steps[key]
  return next === undefined ? undefined : next < 1 || next > total ? port : next
}
