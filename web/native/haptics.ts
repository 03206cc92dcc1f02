import type { Vibration } from './device-types.ts'

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/haptics.ts') : null

/** Vibration patterns in ms of vibration and pause. */
const patterns = {
  tap: [15],
  success: [30, 60, 30],
  warning: [60, 80, 60],
  /** One beat; the alarm repeats it. */
  alarm: [500],
} as const satisfies Record<Vibration, readonly number[]>

/** Vibrates where supported; best effort. */
export function vibrate(what: Vibration): void {
  if (device)
    void device()
      .then(({ shake }) => shake(what))
      .catch(() => undefined)
  // Before the first user gesture, browsers refuse and log an error.
  else if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...patterns[what]])
}
