import type { Level } from '@hilo/domain/optics.ts'
/** Sign of a check level, readable by shape and by colour: ✔ ok, ▲ warning, ◆ failed. */
export function StateSign({ level, size = 26 }: { level: Level; size?: number }) {
  const shapes = {
    ok: 'M1 12a11 11 0 1 0 22 0a11 11 0 1 0-22 0M17.4 7.2l1.9 1.9-8.7 8.7-5-5 1.9-1.9 3.1 3.1Z',
    aviso: 'M12 2.4 23 21.6H1Z',
    bloqueo: 'M12 .8 23.2 12 12 23.2.8 12Z',
  }
  const colours = { ok: 'success', aviso: 'warning', bloqueo: 'danger' } as const
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} style={{ flex: 'none' }} aria-hidden="true">
      <path d={shapes[level]} fill={`var(--${colours[level]}-solid)`} fillRule="evenodd" />
    </svg>
  )
}
