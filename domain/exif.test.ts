import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { exifOf, exifTakenAt } from './exif.ts'

/** An EXIF block as a camera writes it: one directory with a pointer, one with a date and a UTC offset. */
function block(date: string, offset: string): Uint8Array {
  const texts = [date, offset].map((one) => Buffer.from(`${one}\0`, 'latin1'))
  const [dates = Buffer.alloc(0), offsets = Buffer.alloc(0)] = texts
  const directory = 26
  const first = directory + 2 + 24 + 4
  const tiff = Buffer.alloc(first + dates.length + offsets.length)
  tiff.write('II*\0', 'latin1')
  const entry = (at: number, tag: number, type: number, length: number, value: number) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(length, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  const text = (at: number, tag: number, value: Buffer, from: number) => {
    entry(at, tag, 2, value.length, from)
    value.copy(tiff, value.length <= 4 ? at + 8 : from)
  }
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  entry(10, 0x8769, 4, 1, directory)
  tiff.writeUInt16LE(2, directory)
  text(directory + 2, 0x9003, dates, first)
  text(directory + 14, 0x9011, offsets, first + dates.length)
  return tiff
}

describe('the camera’s date in a picture', () => {
  it('is read with and without its UTC offset', () => {
    assert.equal(exifTakenAt(block('2026:11:20 14:32:07', '+01:00')), '2026-11-20T14:32:07+01:00')
    assert.equal(exifTakenAt(block('2026:11:20 14:32:07', '')), '2026-11-20T14:32:07')
    assert.equal(exifTakenAt(block('2024:02:29 23:59:59', '-03:30')), '2024-02-29T23:59:59-03:30')
  })

  it('is null when it is no valid date', () => {
    const none = [
      ...['2026:11:20 24:13:45', '0000:00:00 00:00:00', '    :  :     :  :  ', '2026:13:01 10:00:00'],
      ...['2026:02:29 10:00:00', '2026:11:31 10:00:00', '2026:00:10 10:00:00', '2026:11:20 10:60:00'],
      ...['2026:11:20 10:00:60', '0001:01:01 00:00:00', '9999:12:31 23:59:59', '2026-11-20T10:00:00', ''],
    ]
    for (const date of none) assert.equal(exifTakenAt(block(date, '+01:00')), null, date)
  })

  it('is kept without its UTC offset when that is invalid', () => {
    for (const offset of ['+24:00', '+15:00', '-14:01', '+01:60', '+1:00', '  :  ', 'Z', '+99:99'])
      assert.equal(exifTakenAt(block('2026:11:20 14:32:07', offset)), '2026-11-20T14:32:07', offset)
  })

  it('has a year of four digits, whatever the camera wrote', () => {
    const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
    const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1985, max: 2030 }))
    const near = fc
      .tuple(year, two, two, two, two, two)
      .map(([y, mo, d, h, mi, s]) => `${String(y).padStart(4, '0')}:${mo}:${d} ${h}:${mi}:${s}`)
    const offset = fc.oneof(
      fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, h, m]) => `${sign}${h}:${m}`),
      fc.string({ maxLength: 8 }),
    )
    const date = fc.oneof({ weight: 9, arbitrary: near }, fc.string({ maxLength: 24 }))
    fc.assert(
      fc.property(date, offset, (said, zone) => {
        const read = exifTakenAt(block(said, zone))
        if (read === null) return
        assert.match(new Date(read).toISOString(), /^\d{4}-/)
        assert.ok(read.startsWith(said.slice(0, 10).replaceAll(':', '-')))
      }),
      { numRuns: 3000 },
    )
  })

  it('is null, without an exception, in a block that is truncated or overwritten anywhere', () => {
    const whole = block('2026:11:20 14:32:07', '+01:00')
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (to, at, byte) => {
        const torn = whole.slice(0, to)
        if (at < torn.length) torn[at] = byte
        const read = exifTakenAt(torn)
        assert.ok(read === null || !Number.isNaN(Date.parse(read)))
        exifOf(Uint8Array.of(0xff, 0xd8, ...torn))
      }),
    )
  })
})
