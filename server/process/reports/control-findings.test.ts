import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { makeAdmin, makeSession, makeVno, type TestSession } from '../../test/factories.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { reportKey, verifyReport } from './quality-report.ts'

describe('findings of the controls beside the report of the closing', async () => {
  const closing = closedAfter(await startClosing())
  const { db } = closing.server

  it('names each neighbour with a new finding, to its own operator only', async () => {
    const scene = await closing.closed()
    await scene.run(15 * 60 + 5)
    const [calm] = (await scene.seen(scene.admin)).controls
    assert.deepEqual([calm?.phase, calm?.findings], ['control_15min', []])
    await scene.act({ action: 'unplug', port: 3 })
    await scene.run(86_400)
    for (const who of [scene.admin, scene.victim, closing.operator]) {
      const { diff, controls } = await scene.seen(who)
      assert.equal(diff.find(({ port }) => port === 3)?.class, 'igual', 'the picture of the closing stays')
      const found = controls.find(({ phase }) => phase === 'control_24h')?.findings ?? []
      assert.deepEqual(columnsOf(found, 'port', 'class'), [[3, 'desconectado']])
      const mine = who !== scene.admin
      assert.equal(found[0]?.access !== null, mine, 'whose customer it is, and the neutral operator, see which one')
    }
    assert.equal((await scene.report(closing.stranger)).status, 404)
  })

  it('an operator that is only an owner reads the verdict of its own customers, of the closing and of each control', async () => {
    const scene = await closing.scene()
    const other = await makeVno(db)
    await scene.rows('update event_neighbour set vno_id = $2 where event_id = $1 and port = 3', other.id)
    await scene.act({ action: 'unplug', port: 2 })
    await closing.advance(30)
    await scene.act({ action: 'plug', port: 2 })
    await closing.advance(30)
    await scene.end()
    await scene.act({ action: 'unplug', port: 3 })
    await scene.run(15 * 60 + 5)
    const verdicts = async (who: TestSession) => {
      const { verdict, controls } = await scene.seen(who)
      return [verdict, ...controls.map((one) => one.verdict)]
    }
    assert.deepEqual(await verdicts(scene.admin), ['con_cortes', 'con_desconectados'])
    assert.deepEqual(await verdicts(scene.victim), ['con_cortes', 'con_cortes'])
    const third = await makeSession(db, await makeAdmin(db, { vno: other }))
    assert.deepEqual(await verdicts(third), ['limpia', 'con_desconectados'])
  })

  const paperOf = async (file: number, { admin }: Scene) => {
    const answer = await closing.server.call('files/download', { file_id: file }, { session: admin })
    assert.equal(answer.status, 200, answer.text)
    return pdfText(answer.bytes).replaceAll(/\s+/g, ' ')
  }

  it('the downloaded paper says what a control found and that the code is withdrawn, by an old link as well, and the seal holds', async () => {
    const scene = await closing.closed()
    const atClosing = await scene.seen(scene.admin)
    assert.ok(atClosing.pdf_file_id !== null && atClosing.discharge_code !== null)
    assert.match(await paperOf(atClosing.pdf_file_id, scene), /Ningún vecino se quedó sin luz/)
    await scene.act({ action: 'unplug', port: 3 })
    await scene.run(15 * 60 + 5)
    const later = await scene.seen(scene.admin)
    assert.notEqual(later.discharge_withdrawn, null)
    assert.ok(later.pdf_file_id !== null && later.pdf_file_id !== atClosing.pdf_file_id)
    for (const file of [later.pdf_file_id, atClosing.pdf_file_id]) {
      const paper = await paperOf(file, scene)
      assert.match(paper, /Código de descarga retirado/)
      assert.match(paper, /se ha quedado sin luz/)
      assert.match(paper, /Control a los 15 min.*puerto 3 \(desconectado\)/i)
      assert.match(paper, /Al cerrar: Ningún vecino se quedó sin luz/)
    }
    const first = 'select id from quality_report where event_id = $1 order by id limit 1'
    const [frozen] = await scene.rows<{ id: number }>(first)
    const key = await reportKey(db.owner)
    assert.deepEqual(await inProcess(db, (sql) => verifyReport(sql, frozen?.id ?? 0, key)), [])
    assert.equal(later.sha256, atClosing.sha256)
  })

  it('the paper of a work whose control finds nothing says that the control was made', async () => {
    const scene = await closing.closed()
    await scene.run(15 * 60 + 5)
    const { pdf_file_id: file, discharge_withdrawn } = await scene.seen(scene.admin)
    assert.equal(discharge_withdrawn, null)
    assert.match(await paperOf(file ?? 0, scene), /Control a los 15 min.*siguen como al cerrar/i)
  })
})
