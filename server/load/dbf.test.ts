/** Properties of a shapefile: encodings, types and names, whatever the file says of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dbfOf, shpOf, zipped, type DbfField, type Shape } from '../test/geodata.ts'
import { cellsOf, noteCodes, readContent, refusedLines, type Read } from '../test/read-file.ts'
import { Properties } from './dbf.ts'
import { readShapefile } from './shapefile.ts'

const here = [-3.6643, 40.3885] as const
const textField: DbfField = { name: 'text', type: 'C', length: 14 }
/** One row for each cell of one column. */
async function column(field: DbfField, cells: (string | Buffer)[], { cpg = '', page = 0 } = {}): Promise<Read> {
  const rows = cells.map((cell) => [cell])
  const parts = { 'a.shp': shpOf(1, cells.map(() => here)), 'a.dbf': dbfOf([field], rows, page), 'a.cpg': cpg } // prettier-ignore
  return await readContent(readShapefile, await zipped(parts))
}
const texts = async (cells: (string | Buffer)[], declared: { cpg?: string; page?: number }, length = 14) => {
  const found = await column({ ...textField, length }, cells, declared)
  return { texts: found.rows.map(({ values }) => values['text']), isTold: noteCodes(found).includes('declared') }
}
const words = ['Portal de José', 'peña, 2º', 'Alcalá', 'sótano']
const latin1 = words.map((word) => Buffer.from(word, 'latin1'))
const dosLetters: Record<string, number> = { é: 0x82, ñ: 0xa4, º: 0xa7, á: 0xa0, ó: 0xa2 }
const dos = words.map((word) => Buffer.from([...word].map((char) => dosLetters[char] ?? char.charCodeAt(0))))

describe('the encoding of a DBF', () => {
  it('is what its texts prove, and a false declaration is told', async () => {
    for (const [cells, declared] of [
      [latin1, { cpg: 'UTF-8' }],
      [latin1, { page: 0x02 }],
      [latin1, { cpg: '850' }],
      [words, { cpg: '1252' }],
      [words, { cpg: 'ISO-8859-1' }],
      [words, { page: 0x57 }],
      [dos, { cpg: 'UTF-8' }],
      [dos, { cpg: '1252' }],
    ] as const)
      assert.deepEqual(await texts([...cells], declared, 20), { texts: words, isTold: true }, JSON.stringify(declared))
  })

  it('is the declared one where the texts do not speak against it, without a note', async () => {
    for (const [cells, declared] of [
      [words, { cpg: 'UTF-8' }],
      [words, {}],
      [latin1, { cpg: '88591' }],
      [latin1, { page: 0x57 }],
      [latin1, {}],
      [dos, { page: 0x14 }],
      [['ASCII'], { cpg: 'UTF-8' }],
      [['ASCII'], { page: 0x57 }],
    ] as const) {
      const right = cells.length === 1 ? ['ASCII'] : words
      assert.deepEqual(await texts([...cells], declared, 20), { texts: right, isTold: false }, JSON.stringify(declared))
    }
  })

  it('in UTF-8 drops half a letter at the end of a full field, in no other a whole one', async () => {
    const half = Buffer.from('Portal de Josñ').subarray(0, 14)
    for (const declared of [{ cpg: 'UTF-8' }, {}, { page: 0x57 }])
      assert.deepEqual((await texts([half, 'peña'], declared)).texts, ['Portal de Jos', 'peña'])
    for (const declared of [{ cpg: 'UTF-8' }, {}, { page: 0x57 }])
      assert.deepEqual((await texts([Buffer.from('Portal de José', 'latin1')], declared)).texts, ['Portal de José'])
    assert.deepEqual((await texts([half], { cpg: 'UTF-8' })).texts, ['Portal de Jos'])
    const inside = await texts([Buffer.from('Jos\xc3', 'latin1'), 'peña'], { cpg: 'UTF-8' })
    assert.deepEqual([inside.texts[0]?.slice(0, 3), inside.texts[1], inside.isTold], ['Jos', 'peña', true])
  })
})

describe('the fields of a DBF', () => {
  it('of numbers give their shortest form, with a point before the decimals', async () => {
    for (const [written, text] of [
      ['    45.000', '45'],
      ['  1234.500', '1234.5'],
      ['    -0.500', '-0.5'],
      ['      .250', '0.25'],
      ['  45,000', '45'],
      ['4.5000E+01', '45'],
    ] as const) {
      for (const type of ['N', 'F'] as const) {
        const { rows } = await column({ name: 'n', type, length: 10, decimals: 3 }, [written])
        assert.deepEqual([rows[0]?.values['n'], rows[0]?.types?.['n']], [text, 'number'], written)
      }
    }
  })

  it('of numbers that say more than a number are texts: leading zeros, more than 15 digits', async () => {
    for (const written of ['08001', '9007199254740993', '']) {
      const { rows } = await column({ name: 'n', type: 'N', length: 18 }, [written])
      assert.deepEqual([rows[0]?.values['n'], rows[0]?.types?.['n']], [written, undefined])
    }
  })

  it('of binary numbers are read', async () => {
    const [int, double] = [Buffer.alloc(4), Buffer.alloc(8)]
    int.writeInt32LE(-38)
    double.writeDoubleLE(62.5)
    assert.equal((await column({ name: 'n', type: 'I', length: 4 }, [int])).rows[0]?.values['n'], '-38')
    assert.equal((await column({ name: 'n', type: 'O', length: 8 }, [double])).rows[0]?.values['n'], '62.5')
  })

  it('of dates are empty without one', async () => {
    const found = await column({ name: 'alta', type: 'D', length: 8 }, ['20261120', '00000000', ''])
    assert.deepEqual(cellsOf(found).map(([, , alta]) => alta), ['2026-11-20', '', '']) // prettier-ignore
  })

  it('may have cut names from nine bytes on, in any encoding', () => {
    const cut = (name: string | Buffer) => new Properties(dbfOf([{ name, type: 'C', length: 1 }], [['x']]), 'UTF-8').cut
    assert.deepEqual(cut('access_not'), ['access_not'])
    assert.deepEqual(cut('metros de '), ['metros de'])
    assert.deepEqual(cut(Buffer.from('instalación').subarray(0, 10)), ['instalaci'])
    assert.deepEqual(cut(Buffer.from('código pos', 'latin1')), ['código pos'])
    assert.deepEqual(cut('feeder_m'), [])
    assert.deepEqual(cut('code      '), [])
  })
})

it('a surface in space is no point, and never the corner of its bounding box', async () => {
  const shapes: Shape[] = ['surface', here]
  const dbf = dbfOf([textField], [['A'], ['B']])
  const found = await readContent(readShapefile, await zipped({ 'a.shp': shpOf(31, shapes), 'a.dbf': dbf }))
  assert.deepEqual(refusedLines(found), [1])
  assert.deepEqual(found.rows[0]?.values, { lat: '', lon: '', text: 'A' })
})
