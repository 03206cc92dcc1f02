/** A decompression bomb is refused without disturbing other requests. `bombs.wide.ts`: each bomb at every upload call. */
import { after, before, describe, it } from 'node:test'
import { BombRange, fileDoors, type FileDoor } from '../test/bomb-suite.ts'
import { fileBombs } from '../test/file-bombs.ts'

describe('a file that is a bomb', () => {
  let range: BombRange
  before(async () => void (range = await BombRange.open()))
  after(() => range.close())

  for (const [name, make] of Object.entries(fileBombs))
    it(`${name} is refused by the load of the network`, async () => {
      await range.throwAt('admin_vno/inventory/load', await make())
    })
  for (const door of Object.keys(fileDoors) as FileDoor[])
    it(`a shared text in every cell is refused by ${door}`, async () => {
      await range.throwAt(door, (await fileBombs['a shared text of 8 MB in every cell']?.()) ?? Buffer.alloc(0))
    })
})
