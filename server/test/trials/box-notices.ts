/** Notices about a box, and a short cut of one of its neighbours. */
import type { Stage } from './stage.ts'

/** Kind and port of the notices about the box, sorted. */
export async function toldOf(stage: Stage, token: string): Promise<string[]> {
  return (await stage.notices(token))
    .filter(({ text }) => text.includes(stage.box.cto.code))
    .map(({ kind, text }) => `${kind} ${/puerto (\d+)/.exec(text)?.[1] ?? ''}`.trim())
    .toSorted()
}

/** Unplugs a neighbour for so many seconds of business time. */
export async function pull(stage: Stage, port: number, seconds: number): Promise<void> {
  await stage.act({ action: 'unplug', port })
  await stage.clock(seconds)
  await stage.act({ action: 'plug', port })
  await stage.clock(20)
}
