/** Pictures in files of enrolments: warnings about pictures that were not stored and rows without a picture. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { text } from '../../kernel/texts.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { csv, done as fileDone, enrolled, label, row } from '../../test/enrollment-files.ts'
import { caseFile } from '../../test/load-cases.ts'
import { drawing } from '../../test/pictures.ts'

describe('pictures in files of enrolments', async () => {
  const desk = closedAfter(await startEnrolling())

  const { line } = desk
  const done = (file: Buffer) => fileDone(desk, file)
  const rows = (eventId: number) => enrolled(desk, eventId)
  const picture = async (seed: number) => new Uint8Array(await drawing({ seed }).jpeg().toBuffer())
  const archiveOf = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files, { level: 0 }))
  /** What is said of each row, and of each picture that was not stored. */
  const said = (lines: string[][]) => {
    const of = (isRow: boolean) => lines.filter(([at]) => (at !== '0') === isRow)
    return {
      rows: of(true).map(([at, , code, message, , , , , warned]) => [at, code, message, warned]),
      unused: of(false).map(([, ok, code, message]) => [ok, code, message]),
    }
  }
  const [created, unchanged, updated] = ['created', 'unchanged', 'updated'].map((one) => text(`load.done.${one}`))

  it('pictures that fit no row are named with the reason, and each row without its picture is told', async () => {
    const files = unzipSync(await caseFile('z-fotos-que-no-casan.zip'))
    const names = strFromU8(files['filas.csv'] ?? new Uint8Array())
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((one) => one.split(',')[4] ?? '')
    const at = await Promise.all(names.map(() => line()))
    files['filas.csv'] = new Uint8Array(csv(...at.map((one, n) => row(one, names[n] ?? ''))))
    const { counts, lines, event } = await done(archiveOf(files))
    assert.deepEqual(counts, [4, 0])
    const [, copied = '', apple = '', tagged = ''] = names
    const [near, format] = [`fotos/${copied} (1).png`, `fotos/${apple}.heic`]
    const other = `fotos/${tagged}_etiqueta.png`
    assert.deepEqual(said(lines), {
      rows: [
        ['2', 'CREATED', created, ''],
        ['3', 'CREATED', `${created} ${text('load.picture.near', { name: near, label: copied })}`, 'true'],
        ['4', 'CREATED', `${created} ${text('load.picture.row_format', { names: `«${format}»` })}`, 'true'],
        ['5', 'CREATED', `${created} ${text('load.picture.near', { name: other, label: tagged })}`, 'true'],
      ],
      unused: [
        ['true', 'PICTURE_UNUSED', text('load.picture.unmatched', { name: near })],
        ['true', 'PICTURE_UNUSED', text('load.picture.format', { name: format })],
        ['true', 'PICTURE_UNUSED', text('load.picture.unmatched', { name: other })],
      ],
    })
    const stored = await rows(event.id)
    assert.equal(stored.flatMap(({ pictures }) => pictures).length, 1)
  })

  it('of two pictures of one label the first is kept, in two folders too, and both are named', async () => {
    const [one, name] = [await line(), label()]
    const [kept, other] = [`a/${name}.jpg`, `b/${name}.jpg`]
    const filas = new Uint8Array(csv(row(one, name)))
    const { lines, event } = await done(
      archiveOf({ 'filas.csv': filas, [kept]: await picture(1), [other]: await picture(2) }),
    )
    assert.deepEqual(said(lines), {
      rows: [['2', 'CREATED', `${created} ${text('load.picture.several', { kept, names: `«${other}»` })}`, 'true']],
      unused: [['true', 'PICTURE_UNUSED', text('load.picture.second', { name: other, kept })]],
    })
    assert.equal((await rows(event.id))[0]?.pictures.length, 1)
  })

  it('a row without a picture is not told where the file has none, and a refused row keeps its own picture quiet', async () => {
    const [one, name] = [await line(), label()]
    const plain = { rows: [['2', 'CREATED', created, '']], unused: [] }
    assert.deepEqual(said((await done(csv(row(one, name)))).lines), plain)
    const [good, broken] = [label(), label()]
    const file = csv(row(await line(), good), `2,A,${one.box.code},99,${broken}`)
    const archive = { 'filas.csv': new Uint8Array(file), [`${broken}.jpg`]: await picture(3) }
    const { rows: told, unused } = said((await done(archiveOf(archive))).lines)
    assert.deepEqual(
      told.map(([at, code, , warned]) => [at, code, warned]),
      [
        ['2', 'CREATED', 'true'],
        ['3', 'VALIDATION', ''],
      ],
    )
    assert.equal(told[0]?.[2], `${created} ${text('load.picture.none')}`)
    assert.deepEqual(unused, [])
  })

  it('the file again with the picture renamed adds it to the enrolment that waits for it, once', async () => {
    const [one, name] = [await line(), label()]
    const filas = new Uint8Array(csv(row(one, name)))
    const first = await done(archiveOf({ 'filas.csv': filas, [`${name} copia.jpg`]: await picture(4) }))
    const before = await rows(first.event.id)
    assert.deepEqual(
      before.map(({ pictures, verification_reasons: reasons }) => [pictures.length, reasons.includes('no_picture')]),
      [[0, true]],
    )
    const named = archiveOf({ 'filas.csv': filas, [`${name}.jpg`]: await picture(4) })
    assert.deepEqual(said((await done(named)).lines).rows, [['2', 'UPDATED', updated, '']])
    const [after] = await rows(first.event.id)
    assert.deepEqual([after?.id, after?.pictures.length], [before[0]?.id, 1])
    assert.ok(!after?.verification_reasons.includes('no_picture'), String(after?.verification_reasons))
    assert.ok(after?.verification_reasons.includes('gallery'), 'a picture from a file is looked at')
    assert.deepEqual(said((await done(named)).lines).rows, [['2', 'UNCHANGED', unchanged, '']])
    const another = archiveOf({ 'filas.csv': filas, [`${name}.jpg`]: await picture(5) })
    const late = `${unchanged} ${text('load.picture.late', { name: `${name}.jpg` })}`
    assert.deepEqual(said((await done(another)).lines).rows, [['2', 'UNCHANGED', late, 'true']])
    assert.deepEqual(said((await done(csv(row(one, name)))).lines).rows, [['2', 'UNCHANGED', unchanged, '']])
  })
})
