const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/haptics.ts') : null

/** What a hand feels through a glove: taken, well done, look here, stop. Milliseconds of shaking and rest. */
const patterns = {
  tap: [15],
  success: [30, 60, 30],
  warning: [60, 80, 60],
  alarm: [250, 120, 250, 120, 500],
} as const
export type Feel = keyof typeof patterns

/** Shakes the device where it can; nothing depends on its being felt. */
export function feel(what: Feel): void {
  if (device)
    void device()
      .then(({ shake }) => shake(what))
      .catch(() => undefined)
  else navigator.vibrate?.([...patterns[what]])
}
