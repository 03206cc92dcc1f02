import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { withdrawDischarge } from '../../process/reports/discharge.ts'
import { detailsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const path = 'public/discharge/verify'

describe('the verification of a discharge code', async () => {
  const closing = closedAfter(await startClosing())
  beforeEach(async () => {
    await closing.rows('delete from rate_count')
  })

  const closed = async (): Promise<{ scene: Scene; report: Report; code: string }> => {
    const scene = await closing.scene()
    await scene.finalize()
    await scene.run()
    const report = await scene.seen(scene.admin)
    assert.ok(report.discharge_code)
    return { scene, report, code: report.discharge_code }
  }
  const verify = async (code: unknown) => await closing.server.call(path, { code })
  /** A refusal of a full limit, which still admits one try per window of some seconds: several at once are not all admitted. */
  const refusedOf = async (code: string) => {
    const tries = await Promise.all(Array.from({ length: 6 }, () => verify(code)))
    const refused = tries.find(({ status }) => status === 429)
    assert.ok(refused, tries.map(({ status }) => status).join())
    return refused
  }
  const verified = async (code: string) => ((await verify(code)).body as Output<typeof path>).record

  it('a valid code answers box, date, verdict and hash without a session, however it was typed', async () => {
    const { report, code } = await closed()
    const { frozen_at: closed_at, sha256 } = report
    const known = { cto_code: report.cto.code, closed_at, verdict: 'limpia', sha256, unchecked: 0 }
    const due = { state: 'valido', code, withdrawn_at: null, ...known }
    for (const typed of [code, code.toLowerCase().replace('-', ' '), `${code.replaceAll('0', 'O').replace('-', '–')}.`])
      assert.deepEqual(await verified(typed), due, typed)
  })

  it('a withdrawn code shows the time, and no reason or name', async () => {
    const { scene, code } = await closed()
    const at = new Date('2026-11-20T10:00:00.000Z')
    await inProcess(closing.server.db, (sql) => withdrawDischarge(sql, scene.event.id, { at, reason: 'desconectado' }))
    const { state, withdrawn_at, ...rest } = await verified(code)
    assert.deepEqual([state, withdrawn_at], ['retirado', at.toISOString()])
    assert.deepEqual(Object.keys(rest).toSorted(), ['closed_at', 'code', 'cto_code', 'sha256', 'unchecked', 'verdict'])
  })

  it('an unknown code is only unknown, and a malformed one gets the format', async () => {
    const { state, code, ...rest } = await verified('zzzz zzz8')
    assert.deepEqual([state, code], ['desconocido', 'ZZZZ-ZZZ8'])
    const nothing = {
      cto_code: null,
      closed_at: null,
      verdict: null,
      withdrawn_at: null,
      sha256: null,
      unchecked: null,
    }
    assert.deepEqual(rest, nothing)
    for (const typed of ['K7Q2-94F', 'K7U2-94FD', '-', "' or 1=1 --"]) {
      const answer = await verify(typed)
      assert.equal(answer.status, 422, typed)
      const [detail] = detailsOf(answer)
      assert.equal(detail?.field, 'code')
      assert.match(detail?.message ?? '', /ocho letras y cifras/)
    }
    assert.equal((await verify(undefined)).status, 422)
  })

  it('one address is slowed down, whether its codes exist or not', async () => {
    const { code } = await closed()
    await awayFromEnd(quarter)
    for (let n = 0; n < 30; n++) assert.equal((await verify(n % 2 ? code : 'ZZZZ-ZZZ8')).status, 200)
    const refused = await refusedOf(code)
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })

  it('unknown codes share one limit for all addresses, and known ones do not', async () => {
    const { code } = await closed()
    const count = async () =>
      (await closing.rows<{ n: number }>(`select n from rate_count where key like 'verify-together:%'`))[0]?.n
    await awayFromEnd(quarter)
    await verify('ZZZZ-ZZZ8')
    await verify(code)
    assert.equal(await count(), 1)
    await closing.rows(`update rate_count set n = 300 where key like 'verify-together:%'`)
    await refusedOf('ZZZZ-ZZZ8')
  })

  it('known and unknown codes take the same minimum time', async () => {
    const { code } = await closed()
    for (const asked of [code, 'ZZZZ-ZZZ8']) {
      const start = performance.now()
      await verify(asked)
      assert.ok(performance.now() - start >= 59, asked)
    }
  })
})
