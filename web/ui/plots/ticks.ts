const steps = [1, 2, 5]

/** Round tick values from 0 to the first that reaches `most`; three to six of them. */
export function ticksUpTo(most: number): number[] {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (steps.find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}
