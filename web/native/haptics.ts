const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/haptics.ts') : null

/** What a hand feels through a glove: taken, well done, look here, stop. Milliseconds of shaking and rest. */
const patterns = {
  tap: [15],
  success: [30, 60, 30],
  warning: [60, 80, 60],
  /** One beat; the alarm itself repeats it. */
  alarm: [500],
} as const
export type Feel = keyof typeof patterns

/** Shakes the device where it can; nothing depends on its being felt. */
export function feel(what: Feel): void {
  if (device)
    void device()
      .then(({ shake }) => shake(what))
      .catch(() => undefined)
  // Before the first touch a browser refuses, and says so aloud.
  else if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...patterns[what]])
}
