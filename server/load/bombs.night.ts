/** Every bomb at every upload call for tables. */
import { after, before, describe, it } from 'node:test'
import { BombRange, fileDoors, type FileDoor } from '../test/bomb-suite.ts'
import { fileBombs } from '../test/file-bombs.ts'

describe('a file that is a bomb, at every door', () => {
  let range: BombRange
  before(async () => void (range = await BombRange.open()))
  after(() => range.close())

  for (const door of Object.keys(fileDoors) as FileDoor[])
    for (const [name, make] of Object.entries(fileBombs))
      it(`${door} refuses ${name}`, async () => {
        await range.throwAt(door, await make())
      })
})
