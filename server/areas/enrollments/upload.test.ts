/** Files of enrolments: rows are independent, pictures found by label, and a result file reports each row. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portState, processState } from '@hilo/domain/status.ts'
import { loadColumns } from '@hilo/domain/load-columns.ts'
import { strToU8, zipSync } from 'fflate'
import { writeFile } from 'node:fs/promises'
import { text } from '../../kernel/texts.ts'
import { quotas } from '../../files/quota.ts'
import { columnOf, columnsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { makeLine } from '../../test/enrollment-factories.ts'
import { csv, done as fileDone, enrolled, head, label, row, taken } from '../../test/enrollment-files.ts'
import { makeAdmin, makeSession, makeVno } from '../../test/factories.ts'
import { drawing } from '../../test/pictures.ts'

const { wronglyCreated, wronglyFinalized, finalized } = processState.is

describe('files of enrolments', async () => {
  const desk = closedAfter(await startEnrolling())

  const { line } = desk
  const used = { state: portState.is.ocupado, drop: true }
  const done = (file: Buffer) => fileDone(desk, file)
  const rows = (eventId: number) => enrolled(desk, eventId)

  it('good rows are stored, bad ones are reported by line and stop no other', async () => {
    const [one, two, busy] = [await line(), await line(), await line(used)]
    const theirs = await makeLine(desk.server.db, await makeVno(desk.server.db), { state: portState.is.ocupado })
    const names = [label(), label()]
    const { event, counts, lines } = await done(
      csv(
        row(one, names[0] ?? ''),
        row(busy, label()),
        row(theirs, label()),
        `2,A,CTO-NINGUNA,1,${label()}`,
        `2,Z,${two.box.code},1,${label()}`,
        row(two, names[1] ?? '', 'Alta', 'Matriculación de acometida'),
        row(two, names[0] ?? ''),
        // Only the owner dismantles a box.
        `3,B,${two.box.code},,${two.box.code}`,
      ),
    )
    assert.deepEqual([event.process_state, counts], [finalized, [2, 6]])
    assert.deepEqual(
      lines.map(([at, ok, code]) => [at, ok, code]),
      [
        ['2', 'true', 'CREATED'],
        ['3', 'false', 'LABEL_DUPLICATE'],
        ['4', 'false', 'NOT_FOUND'],
        ['5', 'false', 'CTO_NOT_FOUND'],
        ['6', 'false', 'VALIDATION'],
        ['7', 'true', 'CREATED'],
        ['8', 'false', 'LABEL_DUPLICATE'],
        ['9', 'false', 'PRIVILEGE_DENIED'],
      ],
    )
    assert.deepEqual(columnOf(await rows(event.id), 'label_read').sort(), [...names].sort())
  })

  it('a refused row names the columns of the file, what is taken, the limits, and its element', async () => {
    const [one, busy] = [await line(), await line(used)]
    const names = [label(), label(), label(), label()]
    const { lines } = await done(
      csv(
        `2,A,${one.box.code},,${names[0]}`,
        row(busy, names[1] ?? ''),
        row(one, busy.label ?? ''),
        `2,A,${one.box.code},99,${names[2]}`,
        row(one, names[3] ?? '', 'R'),
      ),
    )
    assert.deepEqual(
      lines.map(([, , code, message]) => [code, message]),
      [
        ['VALIDATION', 'port_number: Falta este dato.'],
        ['LABEL_DUPLICATE', `label_read: ${text('validation.labelled.port')}`],
        ['LABEL_DUPLICATE', `label_read: ${text('problem.LABEL_DUPLICATE')}`],
        ['VALIDATION', 'port_number: Tiene que ser 32 o menos.'],
        ['VALIDATION', 'replaced_label: Falta este dato.'],
      ],
    )
    const known = new Set(loadColumns.enrollments.map(({ name }) => name))
    for (const [, , , message = ''] of lines) assert.ok(known.has(message.split(':')[0] ?? ''), message)
    assert.deepEqual(lines[1]?.slice(5, 8), [busy.box.code, String(busy.port.number), names[1]])
  })

  it('the same file again changes nothing, and reports so row by row', async () => {
    const one = await line()
    const ceased = await line({ state: portState.is.cesado, drop: true })
    const file = csv(row(one, label()), row(ceased, ceased.label ?? '', 'B', 4))
    assert.deepEqual((await done(file)).counts, [2, 0])
    const again = await done(file)
    assert.deepEqual([again.event.process_state, again.counts], [finalized, [2, 0]])
    assert.deepEqual(columnOf(again.lines, 2), ['UNCHANGED', 'UNCHANGED'])
    assert.deepEqual(await rows(again.event.id), [])
  })

  it('a job delivered twice does nothing again', async () => {
    const one = await line()
    const { event } = await done(csv(row(one, label())))
    await desk.run('process.enroll_file', { event_id: event.id })
    assert.equal((await rows(event.id)).length, 1)
    assert.equal((await desk.event(event.id)).version, event.version)
  })

  it('pictures of an archive go by the label that they are named by; a bad one is its row’s fault', async () => {
    const [one, two] = [await line(), await line()]
    const [shown, broken] = [label(), label()]
    const picture = await drawing({ seed: 7 }).jpeg().toBuffer()
    const archive = zipSync({
      'datos/filas.csv': new Uint8Array(csv(row(one, shown), row(two, broken))),
      [`fotos/${shown.toLowerCase()}.jpg`]: new Uint8Array(picture),
      [`fotos/${broken}.jpg`]: strToU8('<svg/>'),
    })
    const { event, counts, lines } = await done(Buffer.from(archive))
    assert.deepEqual([event.process_state, counts, lines[1]?.[2]], [finalized, [1, 1], 'EVIDENCE_REJECTED'])
    const [record] = await rows(event.id)
    assert.deepEqual(columnsOf(record?.pictures ?? [], 'label_kind', 'flags'), [[3, ['gallery']]])
  })

  it('a file whose rows are all refused fails when it is closed; an unreadable one is refused at once', async () => {
    const one = await line(used)
    const { event, counts } = await done(csv(row(one, label())))
    assert.deepEqual([event.process_state, event.result_flag, counts], [wronglyFinalized, 2, [0, 1]])
    const bad = [
      [Buffer.from('no es una tabla'), 422],
      [Buffer.from(`${head},otra\r\n`), 422],
      [csv(), 422],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 422],
      [csv(`2,A,CTO-NINGUNA,1,${label()}`), 404],
    ] as const
    for (const [file, status] of bad) assert.equal((await desk.upload(file)).status, status, file.toString('latin1'))
  })

  it('a file that turns out to be damaged when it is worked on ends in 7', async () => {
    const one = await line()
    const { id } = await taken(desk, csv(row(one, label())))
    const [{ key } = { key: '' }] = await desk.rows<{ key: string }>(
      'select f.key from enrollment_request q join file f on f.id = q.file_id where q.event_id = $1',
      id,
    )
    await writeFile(desk.server.store.path(key), Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))
    await desk.run('process.enroll_file', { event_id: id })
    const event = await desk.event(id)
    assert.deepEqual([event.process_state, event.error?.code], [wronglyCreated, 'VALIDATION'])
  })

  it('S38 over quota the upload is refused, and everything else works', async () => {
    const account = await makeAdmin(desk.server.db, { vno: desk.vno })
    const session = await makeSession(desk.server.db, account)
    const one = await line()
    const file = csv(row(one, label()))
    const use = `insert into storage_use values ($1, $2, date_trunc('month', now())::date, $3)`
    await desk.rows(use, desk.vno.id, account.user_id, quotas.userMonth)
    assert.deepEqual(refusalOf(await desk.upload(file, session)), [507, 'STORAGE_FULL'])
    assert.equal((await desk.upload(file)).status, 200)
    assert.equal((await desk.server.call('admin_vno/enrollments/get', {}, { session })).status, 200)
  })

  it('S3 a file, its results and its rows are visible to its operator only', async () => {
    const one = await line()
    const { event, logged } = await done(csv(row(one, label())))
    const stranger = await makeSession(desk.server.db, await makeAdmin(desk.server.db))
    for (const file_id of [logged.file_id ?? 0, logged.result_file_id ?? 0])
      assert.equal((await desk.server.call('files/download', { file_id }, { session: stranger })).status, 404)
    const filter = { event_id: event.id }
    assert.deepEqual((await desk.server.done('admin_vno/enrollments/get', { filter }, stranger)).records, [])
  })
})
