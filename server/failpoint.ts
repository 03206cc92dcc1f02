/**
 * Failpoints, at which a test ends the process like a power cut: `HILO_FAILPOINT=close.report:kill`, or
 * `name:kill:3` at its third pass. Without the variable a point costs one comparison.
 */
const [name, , nth] = (process.env['HILO_FAILPOINT'] ?? '').split(':')
let passed = 0

/** Marks a place between two effects. Never returns if the running test chose it. */
export function failpoint(here: string): void {
  if (!name || here !== name) return
  passed += 1
  if (passed >= Number(nth ?? 1)) process.kill(process.pid, 'SIGKILL')
}
