/** Every bomb at every upload call for tables. */
import { describe, it } from 'node:test'
import { BombRange, fileDoors, type FileDoor } from '../test/bomb-suite.ts'
import { closedAfter } from '../test/closed-after.ts'
import { fileBombs } from '../test/file-bombs.ts'

describe('a file that is a bomb, at every door', async () => {
  const range = closedAfter(await BombRange.open())

  for (const door of Object.keys(fileDoors) as FileDoor[])
    for (const [name, make] of Object.entries(fileBombs))
      it(`${door} refuses ${name}`, async () => {
        await range.throwAt(door, await make())
      })
})
