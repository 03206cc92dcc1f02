/** Dates as people, spreadsheets and programs write them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { columnOf, doubtsOf, isRefused, one, readAll, row, valueOf } from '../test/read-cells.ts'

describe('dates', () => {
  it('as a Spanish spreadsheet and the product’s own download write them', async () => {
    for (const cell of [
      '2026-11-20',
      '20/11/2026',
      '20-11-2026',
      '20.11.2026',
      '20/11/26',
      '20-nov-2026',
      '20-nov-26',
      '20 de noviembre de 2026',
      '2026-11-20 00:00:00',
      '2026-11-20T00:00:00',
    ])
      assert.equal(valueOf(await one('day', cell), 'day'), '2026-11-20', cell)
    assert.equal(valueOf(await one('day', '1/2/2026'), 'day'), '2026-02-01')
    assert.deepEqual(doubtsOf(await one('day', '20/11/26')), ['short_year'])
    assert.deepEqual(doubtsOf(await one('day', '2026-11-20 10:30')), ['time_lost'])
  })
  it('with their hour', async () => {
    for (const cell of [
      '2026-11-20 10:00',
      '2026-11-20T10:00:00',
      '20/11/2026 10:00',
      '20/11/2026 10:00:00',
      '20/11/26 10:00',
      '20/11/2026 10:00 h',
      '20-nov-2026 10:00',
    ])
      assert.equal(valueOf(await one('from', cell), 'from'), '2026-11-20T10:00:00', cell)
    assert.equal(valueOf(await one('from', '20/11/2026 9:05'), 'from'), '2026-11-20T09:05:00')
    assert.equal(valueOf(await one('from', '2026-11-20T10:00:00.000Z'), 'from'), '2026-11-20T10:00:00.000Z')
    assert.equal(valueOf(await one('from', '2026-11-20 10:00+0100'), 'from'), '2026-11-20T10:00:00+01:00')
    assert.match(String(valueOf(await one('from', '20/11/2026'), 'from')), /hora/)
  })
  it('that no calendar has are refused and never become another day', async () => {
    for (const cell of [
      '30/02/2026',
      '2026-02-30',
      '31-04-2026',
      '31/31/2026',
      '11.20.2026',
      '29/02/2027',
      '00/01/2026',
      '46346',
    ])
      assert.ok(isRefused(await one('day', cell)), cell)
    for (const cell of ['30/02/2026 10:00', '20/11/2026 24:00', '20/11/2026 10:60'])
      assert.ok(isRefused(await one('from', cell)), cell)
    await fc.assert(
      fc.asyncProperty(fc.nat(99), fc.nat(99), fc.integer({ min: 1950, max: 2099 }), async (day, month, year) => {
        const read = await one('day', `${day}/${month}/${year}`)
        const real = (d: number, m: number) => {
          const time = new Date(Date.UTC(year, m - 1, d))
          return m >= 1 && m <= 12 && d >= 1 && time.getUTCDate() === d ? time.toISOString().slice(0, 10) : undefined
        }
        const [kept, told] = [real(day, month), month > 12 && day <= 12 ? real(month, day) : undefined]
        assert.equal(isRefused(read), (kept ?? told) === undefined)
        if (kept ?? told) assert.equal(valueOf(read, 'day'), kept ?? told)
        if (kept === undefined && told) assert.deepEqual(doubtsOf(read), ['month_first'])
      }),
    )
  })

  it('with the month in front where a cell of the column, or of the file, shows it; then it is told', async () => {
    const read = await columnOf('day', ['12/1/2026 0:00', '12/2/2026', '11/30/2026 0:00'])
    assert.deepEqual(read.map((each) => valueOf(each, 'day')), ['2026-12-01', '2026-12-02', '2026-11-30']) // prettier-ignore
    for (const each of read) assert.deepEqual(doubtsOf(each), ['month_first'])
    const [byFile] = await readAll([row({ day: '12/1/2026', from: '12/10/2026 10:00' }), row({ day: '11/30/2026' })])
    assert.equal(valueOf(byFile, 'from'), '2026-12-10T10:00:00')
    const [spanish] = await columnOf('day', ['1/12/2026', '30/11/2026'])
    assert.deepEqual([valueOf(spanish, 'day'), doubtsOf(spanish)], ['2026-12-01', []])
    const [points] = await readAll([row({ day: '1.12.2026' }), row({ day: '11/30/2026' })])
    assert.equal(valueOf(points, 'day'), '2026-12-01')
  })
  it('with the month in front also where a column beside shows it, or the half of the day as English programs write it', async () => {
    const [beside] = await readAll([row({ day: '12/10/26', created: '11/29/26' }), row({ created: '11/2/26 10:00' })])
    assert.equal(valueOf(beside, 'day'), '2026-12-10')
    const [text] = await readAll([row({ day: '12/10/26', created: '11/29/26' }), row({ created: 'ayer' })])
    assert.equal(valueOf(text, 'day'), '2026-10-12')
    // JavaScript writes a narrow blank.
    for (const cell of ['12/10/2026, 10:00:00 AM', '12/10/2026, 10:00:00\u202fAM']) {
      const half = await one('from', cell)
      assert.deepEqual([valueOf(half, 'from'), doubtsOf(half)], ['2026-12-10T10:00:00', ['month_first']])
    }
    assert.equal(valueOf(await one('from', '12/10/2026 10:00 a. m.'), 'from'), '2026-10-12T10:00:00')
  })
  it('in both orders in one column are refused where they may be two days', async () => {
    const read = await columnOf('day', ['12/1/2026', '30/11/2026', '11/30/2026', '5/5/2026'])
    assert.deepEqual(read.map(isRefused), [true, false, false, false])
    assert.match(String(valueOf(read[0], 'day')), /día o por el mes/)
  })
  it('with the hours of databases and languages', async () => {
    for (const [cell, value] of [
      ['2026-12-10 10:00:00+01', '2026-12-10T10:00:00+01:00'],
      ['2026/12/10 10:00:00+01', '2026-12-10T10:00:00+01:00'],
      ['2026-12-10 10:00:00.000000', '2026-12-10T10:00:00.000'],
      ['2026-12-10T10:00:00.0000000', '2026-12-10T10:00:00.000'],
      ['2026-12-10T10:00+01:00[Europe/Madrid]', '2026-12-10T10:00:00+01:00'],
      ['2026-12-10 09:00:00 UTC', '2026-12-10T09:00:00Z'],
      ['2026-12-10 09:00:00.123456+00', '2026-12-10T09:00:00.123+00:00'],
      ['2026-12-10 10:00:00,123', '2026-12-10T10:00:00.123'],
      ['2026-12-10 10:00:00 CET', '2026-12-10T10:00:00+01:00'],
      ['Thu Dec 10 2026 10:00:00 GMT+0100 (hora estándar de Europa central)', '2026-12-10T10:00:00+01:00'],
      ['Thu, 10 Dec 2026 09:00:00 GMT', '2026-12-10T09:00:00Z'],
      ['Thu Dec 10 10:00:00 CET 2026', '2026-12-10T10:00:00+01:00'],
      ['10-DEC-26 10.00.00.000000 AM', '2026-12-10T10:00:00.000'],
      ['2026-12-10 10:00:00.0000000 +01:00', '2026-12-10T10:00:00.000+01:00'],
      ['2026-12-10 10:00:00 +0100 CET', '2026-12-10T10:00:00+01:00'],
    ] as const)
      assert.equal(valueOf(await one('from', cell), 'from'), value, cell)
    for (const cell of ['2026-12-10 10:00 XYZ', '2026-12-10 10:00:00.0000000000', '2026-12-10 10:00 UTC+99'])
      assert.ok(isRefused(await one('day', cell)), cell)
  })
  it('as instants are the day in Spain; a midnight of Spain or as written has no hour to tell', async () => {
    for (const [cell, day, doubts] of [
      ['2026-11-30T23:00:00.000Z', '2026-12-01', []],
      ['2026-06-30T22:00:00.000Z', '2026-07-01', []],
      ['2026-06-30T23:00:00Z', '2026-07-01', []],
      ['2026-12-01T00:00:00+01:00', '2026-12-01', []],
      ['2026-12-01 00:00:00+01', '2026-12-01', []],
      ['2026-12-01T00:00:00Z', '2026-12-01', []],
      ['Tue Dec 01 2026 00:00:00 GMT+0100 (hora estándar de Europa central)', '2026-12-01', []],
      ['2026-12-01T10:30:00Z', '2026-12-01', ['time_lost']],
      ['2026-12-01T23:30:00-05:00', '2026-12-02', ['time_lost']],
    ] as const) {
      const read = await one('day', cell)
      assert.deepEqual([valueOf(read, 'day'), doubtsOf(read)], [day, doubts], cell)
    }
  })
  it('of a column that stands at Spanish midnights in UTC throughout may be the next day, and it is told', async () => {
    const typed = async (...cells: string[]) =>
      (await readAll(cells.map((day) => row({ day }, { types: { day: 'datetime' } })))).map(doubtsOf)
    assert.deepEqual(await typed('2026-11-30T23:00:00', '2026-06-30T22:00:00'), [['utc_day'], ['utc_day']])
    // In the Canaries the winter's midnight is that of UTC.
    assert.deepEqual(await typed('2026-12-01T00:00:00', '2026-06-30T23:00:00'), [[], ['utc_day']])
    assert.deepEqual(await typed('2026-12-01T00:00:00', '2026-12-02T00:00:00'), [[], []])
    assert.deepEqual(await typed('2026-11-30T23:00:00', '2026-11-30T09:00:00'), [['time_lost'], ['time_lost']])
  })
  it('of a workbook whose hours are all short of the same seconds get them back, and it is told', async () => {
    const typed = async (cells: Record<string, string>[]) =>
      await readAll(cells.map((values) => row(values, { types: { day: 'datetime', from: 'datetime' } })))
    const [madrid] = await typed([{ day: '2026-11-30T23:59:16', from: '2026-12-10T09:59:16' }])
    assert.deepEqual([valueOf(madrid, 'day'), valueOf(madrid, 'from')], ['2026-12-01', '2026-12-10T10:00:00'])
    assert.deepEqual(doubtsOf(madrid), ['lag', 'lag'])
    const [canary] = await typed([{ from: '2026-12-10T12:29:24' }])
    assert.equal(valueOf(canary, 'from'), '2026-12-10T12:30:00')
    const [mixed] = await typed([{ from: '2026-12-10T09:59:16' }, { from: '2026-12-10T09:59:00' }])
    assert.equal(valueOf(mixed, 'from'), '2026-12-10T09:59:16')
  })
})
