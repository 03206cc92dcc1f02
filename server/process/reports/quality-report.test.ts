import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { signature } from '../../net/send.ts'
import { acknowledgeJob, post } from '../notices/acknowledge.ts'
import { reportKey, verifyReport } from './quality-report.ts'

const { finalized, finalizedSync } = processState.is

describe('the quality report of an intervention', async () => {
  const closing = closedAfter(await startClosing())

  const verify = async (scene: Scene) => {
    const key = await reportKey(closing.server.db.owner)
    const [report] = await scene.rows<{ id: number }>('select id from quality_report where event_id = $1')
    return await inProcess(closing.server.db, (sql) => verifyReport(sql, report?.id ?? 0, key))
  }

  /** The process with a webhook of the operator's systems. */
  const telling = (oss: { url: string; secret: string }) => {
    const { config } = closing.process
    return { ...closing.process, config: { ...config, oss } }
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
      const scene = await closing.closed()
      assert.deepEqual(await verify(scene), [])
      await scene.rows(text)
      assert.notDeepEqual(await verify(scene), [], text)
    }
  })

  it('cannot be changed by any session', async () => {
    const scene = await closing.closed()
    const change = (text: string) => inProcess(closing.server.db, (sql) => sql.rows(text, [scene.event.id]))
    for (const text of [
      `update quality_report set verdict = 'limpia' where event_id = $1`,
      'delete from quality_report where event_id = $1',
      'update neighbour_snapshot set items = items where event_id = $1',
      `select value from secret where name = 'report' and $1::int8 > 0`,
    ])
      await assert.rejects(change(text), /permission denied/)
  })

  it('is looked at twice more, and a connector that lets go later opens a case', async () => {
    const scene = await closing.closed()
    await scene.run(15 * 60 + 5)
    const { controls } = await scene.seen(scene.admin)
    assert.deepEqual(columnsOf(controls, 'phase', 'verdict'), [['control_15min', 'limpia']])
    await scene.act({ action: 'unplug', port: 3 })
    await scene.act({ action: 'power_off', port: 4 })
    await scene.run(86_400)
    assert.deepEqual(await scene.rows('select port from neighbour_case where event_id = $1'), [{ port: 3 }])
    assert.equal(await scene.state(), finalizedSync)
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
      const scene = await closing.closed()
      await scene.rows('update event set process_state = $2 where id = $1', finalized)
      for (const state of [finalized, finalized, finalizedSync]) {
        await acknowledgeJob(telling({ url, secret }), { event_id: scene.event.id }, post)
        assert.equal(await scene.state(), state)
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
    const scene = await closing.closed()
    const ended = `process_state = $2, finished_at = app_now() - interval '73 hours'`
    await scene.rows(`update event set ${ended} where id = $1`, finalized)
    const process = telling({ url: 'http://127.0.0.1:1/', secret: 'x' })
    await acknowledgeJob(process, { event_id: scene.event.id }, () => Promise.resolve(false))
    assert.equal(await scene.state(), finalized)
    const told = `select 1 from notification where kind = 'acknowledge_failed' and vno_id is null and event_id = $1`
    assert.equal((await scene.rows(told)).length, 1)
  })
})
