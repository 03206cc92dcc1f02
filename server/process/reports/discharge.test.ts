import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { withdrawDischarge } from './discharge.ts'

describe('the withdrawal of a discharge code', async () => {
  const closing = closedAfter(await startClosing())

  const at = new Date('2026-11-20T10:00:00.000Z')
  const withdraw = (scene: Scene) =>
    inProcess(closing.server.db, (sql) => withdrawDischarge(sql, scene.event.id, { at, reason: 'desconectado' }))

  it('is shown with its time and reason by the report of its own operator, and to no victim', async () => {
    const scene = await closing.closed()
    const earlier = await scene.seen(scene.technician)
    assert.equal(earlier.discharge_withdrawn, null)
    assert.equal(await withdraw(scene), true)
    for (const who of [scene.technician, scene.admin, closing.operator]) {
      const report = await scene.seen(who)
      assert.equal(report.discharge_code, earlier.discharge_code)
      assert.deepEqual(report.discharge_withdrawn, { at: at.toISOString(), reason: 'desconectado' })
    }
    assert.equal((await scene.report(scene.victim)).status, 404)
  })

  it('notifies the technician and the operator once, is audited once, and raises the version once', async () => {
    const scene = await closing.closed()
    const earlier = await scene.row()
    assert.equal(await withdraw(scene), true)
    assert.equal(await withdraw(scene), false)
    const told = await scene.rows(
      `select technical_id is not null as technical, vno_id from notification
        where kind = 'discharge_withdrawn' and event_id = $1 order by 1`,
    )
    const vno_id = scene.worker.id
    assert.deepEqual(told, [{ technical: false, vno_id }, { technical: true, vno_id }]) // prettier-ignore
    const acts = `select 1 from audit where call = 'process/withdraw_discharge' and entity_id = $1::text`
    assert.equal((await scene.rows(acts)).length, 1)
    assert.equal((await scene.row()).version, earlier.version + 1)
  })

  it('cannot be reverted or changed by any session', async () => {
    const scene = await closing.closed()
    await withdraw(scene)
    const change = (text: string) => inProcess(closing.server.db, (sql) => sql.rows(text, []))
    for (const text of ['update discharge_withdrawal set at = now()', 'delete from discharge_withdrawal'])
      await assert.rejects(change(text), /permission denied/)
  })

  it('papers name the page that checks a code, and after the withdrawal the time and reason', async () => {
    const scene = await closing.closed()
    const textOf = async (path: 'admin_vno/events/workorder' | 'files/download', query: object) =>
      pdfText((await closing.server.call(path, query, { session: scene.admin })).bytes)
    const workorder = () => textOf('admin_vno/events/workorder', { event_id: scene.event.id })
    const { discharge_code: code, pdf_file_id: file_id } = await scene.seen(scene.admin)
    for (const paper of [await workorder(), await textOf('files/download', { file_id })]) {
      assert.ok(paper.includes(String(code)), paper)
      assert.match(paper, /\/verificar/)
    }
    await withdraw(scene)
    const later = await workorder()
    assert.match(later, /Retirado el 20 de noviembre/)
    assert.match(later, /se ha quedado sin luz/)
  })

  it('withdraws nothing if there was no code', async () => {
    const scene = await closing.scene()
    assert.equal(await withdraw(scene), false)
  })
})
