import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { startClosing, type Closing, type Scene } from '../../test/closing-scene.ts'
import { signature } from '../../net/send.ts'
import { acknowledgeJob, post } from '../notices/acknowledge.ts'
import { reportKey, verifyReport } from './quality-report.ts'

const { finalized, finalizedSync } = processState.is

describe('the quality report of an intervention', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing()
  })
  after(() => closing.close())

  const closed = async (): Promise<Scene> => {
    const scene = await closing.scene()
    await scene.finalize()
    await scene.run()
    return scene
  }
  const verify = async (scene: Scene) => {
    const key = await reportKey(closing.server.db.owner)
    const [report] = await closing.rows<{ id: number }>('select id from quality_report where event_id = $1', [
      scene.event.id,
    ])
    return await inProcess(closing.server.db, (sql) => verifyReport(sql, report?.id ?? 0, key))
  }

  it('verifies as written, and shows every change', async () => {
    const tampering = [
      `update quality_report set verdict = 'no_concluyente' where event_id = $1`,
      `update quality_report set diff = jsonb_set(diff, '{0,class}', '"microcorte"') where event_id = $1`,
      `update quality_report set discharge_code = 'AAAA-' || lpad(event_id::text, 4, '2') where event_id = $1`,
      `update neighbour_snapshot set items = jsonb_set(items, '{0,rx_dbm}', '-10') where event_id = $1 and phase = 'before'`,
      `update neighbour_snapshot set taken_at = taken_at + interval '1 s' where event_id = $1 and phase = 'after'`,
      `update neighbour_snapshot set sha256 = sha256('x') where event_id = $1 and phase = 'before'`,
    ]
    for (const text of tampering) {
      const scene = await closed()
      assert.deepEqual(await verify(scene), [])
      await closing.rows(text, [scene.event.id])
      assert.notDeepEqual(await verify(scene), [], text)
    }
  })

  it('cannot be changed by any session', async () => {
    const scene = await closed()
    const change = (text: string) => inProcess(closing.server.db, (sql) => sql.rows(text, [scene.event.id]))
    await assert.rejects(
      change(`update quality_report set verdict = 'limpia' where event_id = $1`),
      /permission denied/,
    )
    await assert.rejects(change('delete from quality_report where event_id = $1'), /permission denied/)
    await assert.rejects(change('update neighbour_snapshot set items = items where event_id = $1'), /permission denied/)
    await assert.rejects(change(`select value from secret where name = 'report' and $1::int8 > 0`), /permission denied/)
  })

  it('is looked at twice more, and a connector that lets go later opens a case', async () => {
    const scene = await closed()
    await scene.run(15 * 60 + 5)
    assert.deepEqual(
      (await scene.seen(scene.admin)).controls.map(({ phase, verdict }) => [phase, verdict]),
      [['control_15min', 'limpia']],
    )
    await scene.act({ action: 'unplug', port: 3 })
    await scene.act({ action: 'power_off', port: 4 })
    await scene.run(86_400)
    const cases = await closing.rows<{ port: number; state: string }>(
      'select port, state from neighbour_case where event_id = $1',
      [scene.event.id],
    )
    assert.deepEqual(
      cases.map(({ port }) => port),
      [3],
    )
    assert.equal((await scene.row()).process_state, finalizedSync)
    assert.deepEqual(await verify(scene), [])
    assert.equal((await scene.seen(scene.admin)).controls.length, 2)
  })

  it('reaches the operator’s systems signed, again until they take it, and follows no redirection', async () => {
    const heard: { body: string; sign: string }[] = []
    const answers = [302, 500, 204]
    const oss = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        heard.push({ body: Buffer.concat(pieces).toString(), sign: String(request.headers['x-hilo-signature']) })
        response.writeHead(answers.shift() ?? 500, { location: '/other' }).end()
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => oss.once('listening', resolve))
    try {
      const url = `http://127.0.0.1:${(oss.address() as AddressInfo).port}/hilo`
      const secret = 'a-secret-of-some-length'
      const process = { ...closing.process, config: { ...closing.process.config, oss: { url, secret } } }
      const scene = await closed()
      await closing.rows('update event set process_state = $2 where id = $1', [scene.event.id, finalized])
      for (const state of [finalized, finalized, finalizedSync]) {
        await acknowledgeJob(process, { event_id: scene.event.id }, post)
        assert.equal((await scene.row()).process_state, state)
      }
      assert.equal(heard.length, 3)
      const [first] = heard
      const seconds = Number(/^t=(\d+)/.exec(first?.sign ?? '')?.[1])
      assert.equal(first?.sign, signature(secret, seconds, first?.body ?? ''))
      assert.equal((JSON.parse(first?.body ?? '{}') as { code: string }).code, scene.event.code)
    } finally {
      oss.close()
    }
  })

  it('a webhook that is never answered is notified after three days', async () => {
    const scene = await closed()
    await closing.rows(
      `update event set process_state = $2, finished_at = app_now() - interval '73 hours' where id = $1`,
      [scene.event.id, finalized],
    )
    const process = {
      ...closing.process,
      config: { ...closing.process.config, oss: { url: 'http://127.0.0.1:1/', secret: 'x' } },
    }
    await acknowledgeJob(process, { event_id: scene.event.id }, () => Promise.resolve(false))
    assert.equal((await scene.row()).process_state, finalized)
    const told = await closing.rows(
      `select 1 from notification where kind = 'acknowledge_failed' and vno_id is null and event_id = $1`,
      [scene.event.id],
    )
    assert.equal(told.length, 1)
  })
})
