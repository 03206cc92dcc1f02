/** Cells as people and spreadsheets write them, one rule each. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanLine } from '@hilo/domain/text.ts'
import fc from 'fast-check'
import {
  cellColumns,
  columnOf,
  doubtsOf,
  isRefused,
  one,
  readAll,
  row,
  valueOf,
  type CellName,
} from '../test/read-cells.ts'

describe('numbers', () => {
  it('a point or comma with three digits in a whole-number column is thousands', async () => {
    const read = await columnOf('feeder_m', ['2.000', '2.380', '12.000', '2380,0', '2.380,00'])
    assert.deepEqual(
      read.map((each) => valueOf(each, 'feeder_m')),
      [2000, 2380, 12_000, 2380, 2380],
    )
    assert.deepEqual(doubtsOf(read[0]), ['thousands'])
    assert.equal(valueOf(await one('feeder_m', '2,000'), 'feeder_m'), 2000)
    assert.equal(valueOf(await one('feeder_m', '12 000'), 'feeder_m'), 12_000)
    assert.equal(valueOf(await one('feeder_m', '12\u00a0000'), 'feeder_m'), 12_000)
  })
  it('where the rest of the column shows decimals it is no thousands', async () => {
    const [first, second] = await columnOf('feeder_m', ['2.000', '2380.0'])
    assert.equal(valueOf(first, 'feeder_m'), 2)
    assert.equal(valueOf(second, 'feeder_m'), 2380)
    const [fractional] = await columnOf('feeder_m', ['2.380', '12.5'])
    assert.ok(isRefused(fractional))
  })
  it('an ambiguous number is refused with the notation to use', async () => {
    const [read] = await readAll([row({ feeder_m: '2.000', lat: '40.3885' })])
    assert.match(String(valueOf(read, 'feeder_m')), /2 o 2000/)
    assert.ok(isRefused(await one('width', '1.500')))
  })
  it('a decimal column follows its own mark, or the file’s', async () => {
    const [wide] = await columnOf('width', ['1.500', '12,5'])
    assert.equal(valueOf(wide, 'width'), 1500)
    assert.deepEqual(doubtsOf(wide), ['thousands'])
    const [narrow] = await columnOf('width', ['1.500', '12.5'])
    assert.equal(valueOf(narrow, 'width'), 1.5)
    const [byFile] = await readAll([row({ width: '1.500', lat: '40,3885' })])
    assert.equal(valueOf(byFile, 'width'), 1500)
  })
  it('an unambiguous number is accepted', async () => {
    assert.equal(valueOf(await one('lat', '40.389'), 'lat'), 40.389)
    assert.equal(valueOf(await one('power_dbm', '-20,800'), 'power_dbm'), -20.8)
  })
  it('every minus of typographers is a minus', async () => {
    for (const minus of ['-', '\u2212', '\u2013', '\u2012', '\u2010', '\u2011', '\u2014', '\uff0d'])
      assert.equal(valueOf(await one('lat', `${minus}3,6643`), 'lat'), -3.6643, minus)
    assert.equal(valueOf(await one('lat', '- 3,6643'), 'lat'), -3.6643)
  })
  it('exponents, units and degrees are read; other units are refused with the sentence', async () => {
    for (const [name, cell, value] of [
      ['feeder_m', '2.38E3', 2380],
      ['feeder_m', '2,38E+03', 2380],
      ['feeder_m', '2380 m', 2380],
      ['power_dbm', '-20,8 dBm', -20.8],
      ['power_dbm', '\u221220,8\u00a0dBm', -20.8],
      ['lat', '-3,6643°', -3.6643],
      ['lat', '3,6643 W', -3.6643],
      ['lat', `40° 23' 18,6" N`, 40.3885],
    ] as const)
      assert.equal(valueOf(await one(name, cell), name), value, cell)
    for (const cell of ['2,38 km', '1.23.4', '1,2,3', 'dos', '12 34', '1.23,4', '40.388.500'])
      assert.match(String(valueOf(await one('lat', cell), 'lat')), /lat: /, cell)
    assert.match(String(valueOf(await one('lat', '4474000'), 'lat')), /metros/)
  })
  it('a number keeps its magnitude, whatever the decimal mark of its file', async () => {
    const kinds = fc.constantFrom<[string, string]>([',', '.'], ['.', ','])
    await fc.assert(
      fc.asyncProperty(
        kinds,
        fc.array(fc.integer({ min: 0, max: 6_000_000 }), { minLength: 2, maxLength: 8 }),
        async ([mark, group], hundredths) => {
          const cells = hundredths.map((value) => {
            const [whole = '', rest = ''] = (value / 100).toFixed(2).split('.')
            return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${mark}${rest}`
          })
          const read = await columnOf('width', cells)
          assert.deepEqual(
            read.map((each) => valueOf(each, 'width')),
            hundredths.map((value) => value / 100),
          )
        },
      ),
    )
  })
})

describe('identifiers', () => {
  it('are stored as displayed if a spreadsheet took them for numbers', async () => {
    assert.equal(valueOf(await one('id', '4711.0', 'number'), 'id'), '4711')
    assert.equal(valueOf(await one('id', '2.0260001E7', 'number'), 'id'), '20260001')
    assert.deepEqual(doubtsOf(await one('id', '4711.0')), ['number_like'])
  })
  it('with lost digits are refused, with the advice to format them as text', async () => {
    for (const cell of ['2,0260001E+07', '2.0260001E7', '1E+10'])
      assert.match(String(valueOf(await one('id', cell), 'id')), /Texto/, cell)
    assert.match(String(valueOf(await one('id', '1234567890123456', 'number'), 'id')), /formato Texto/)
    assert.equal(valueOf(await one('id', '1234567890123456'), 'id'), '1234567890123456')
  })
  it('that became a date are refused, and those that only look like one are doubted', async () => {
    for (const name of ['code', 'id', 'note', 'feeder_m', 'key'] as const)
      assert.match(String(valueOf(await one(name, '2026-05-01', 'date'), name)), new RegExp(`^${name}: `))
    for (const cell of ['01-may', 'may-26', '1-may-26', '05-ene', '2026-05-01 00:00:00'])
      assert.ok(isRefused(await one('code', cell)), cell)
    assert.deepEqual(doubtsOf(await one('id', '2026-05-01')), ['date_like'])
    for (const cell of ['VAL01-0312-07', 'D28-0123456-3', 'OT-2026-0001', '1-2', 'MAR-01-02'])
      assert.ok(!isRefused(await one('code', cell)), cell)
  })
  it('get back the zero that spreadsheets take away', async () => {
    assert.equal(valueOf(await one('postal', '8001'), 'postal'), '08001')
    assert.equal(valueOf(await one('postal', '8001', 'number'), 'postal'), '08001')
    assert.deepEqual(doubtsOf(await one('postal', '8001')), ['zeros'])
    assert.ok(isRefused(await one('postal', '801')))
  })
  it('are stored in upper case, with plain hyphens and without invisible characters, with a warning', async () => {
    const read = await one('code', 'prb01\u201341\u200b \u00a0x')
    assert.equal(valueOf(read, 'code'), 'PRB01-41X')
    assert.deepEqual(doubtsOf(read), ['changed'])
    assert.deepEqual(doubtsOf(await one('code', 'PRB01-41')), [])
  })
})

describe('words and errors without a value', () => {
  it('an error of a spreadsheet refuses its row in every column', async () => {
    const errors = ['#N/A', '#N/D', '#REF!', '#¡REF!', '#NAME?', '#¿NOMBRE?', '#DIV/0!', '#¡DIV/0!', '#VALUE!', '#¡VALOR!', '#NUM!', '#¡NUM!', '#NULL!', '#NULO!', '#¡NULO!', '#¡DESBORDAMIENTO!', '#####', 'Err:502', '#n/a', '#REF', '#GETTING_DATA'] // prettier-ignore
    for (const error of errors)
      for (const name of Object.keys(cellColumns) as CellName[])
        assert.match(
          String(valueOf(await one(name, error), name)),
          new RegExp(`^${name}: .*deja la celda vacía`),
          error,
        )
    assert.ok(!isRefused(await one('note', '#1 del portal')))
  })
  it('a cell that the file calls broken refuses its row and is named', async () => {
    const faults = [{ head: 'id', cell: 'C7', code: 'no_value' as const, text: '' }]
    const [read] = await readAll([row({ id: '' }, { faults })])
    assert.match(String(valueOf(read, 'id')), /^id: la celda C7/)
  })
  it('a word for "none" is refused if it cannot be data, else warned about', async () => {
    const words = ['N/A', 'n/d', 'NULL', '-', '--', '\u2014', 'nan', 'None', '<Null>', 'S/D', 'undefined', '<NA>', 'NaT', '[null]', '<nil>', '(en blanco)', '\\N'] // prettier-ignore
    for (const word of words) {
      for (const name of ['code', 'id', 'feeder_m', 'day', 'from', 'key'] as const)
        assert.ok(isRefused(await one(name, word)), `${name} ${word}`)
      assert.deepEqual(doubtsOf(await one('note', word)), ['placeholder'], word)
    }
  })
  it('garbled letters are warned about', async () => {
    assert.deepEqual(doubtsOf(await one('note', 'C/ PeÃ±a')), ['mojibake'])
    assert.deepEqual(doubtsOf(await one('note', 'C/ Peña, Ávila, L’Hospitalet · 3.º 2.ª')), [])
  })
})

it('no cell is dropped silently: it is stored, refused, or warned about', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('1.000', '-', '#N/D', '20/11/26 10:00', '1E+9', '8001', '\u200b', "'=1", '=1+1', '600 111 222'),
  )
  const type = fc.constantFrom(undefined, 'number' as const, 'date' as const, 'boolean' as const)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(cellColumns) as CellName[])),
      cell,
      type,
      async (name, written, typed) => {
        const trimmed = written.trim()
        fc.pre(cleanLine(trimmed) !== '')
        const read = await one(name, trimmed, typed)
        if (read && 'fault' in read) return assert.match(read.fault, new RegExp(`^${name}: `))
        const kept = valueOf(read, name)
        assert.ok(kept !== undefined && kept !== '', trimmed)
        const shown = read && 'values' in read ? read.shown[name] : undefined
        assert.ok(shown !== undefined && shown !== '', 'the preview shows what is kept')
      },
    ),
    { numRuns: 1000 },
  )
})
