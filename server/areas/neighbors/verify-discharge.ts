import { parseDischargeCode } from '@hilo/domain/discharge.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Verdict } from '@hilo/domain/status.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addressSubject,
  giveBack,
  limited,
  verificationsByAddress,
  verificationsTogether,
} from '../../auth/rate-limit.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import type { PublicHandler } from '../../kernel/handler.ts'

interface Found {
  cto_code: string
  closed_at: string
  verdict: Verdict
  sha256: string
  withdrawn_at: string | null
  unchecked: number
}

const selectCode = `select c.code as cto_code, wire_time(r.frozen_at) as closed_at, r.verdict,
    encode(r.sha256, 'hex') as sha256, wire_time(w.at) as withdrawn_at,
    (select count(*)::int from jsonb_array_elements((select l.diff::jsonb from quality_report l where l.event_id = r.event_id
      order by l.id desc limit 1)) d where (d->>'power_unchecked')::boolean) as unchecked
  from quality_report r join event e on e.id = r.event_id join cto c on c.id = e.cto_id
  left join discharge_withdrawal w on w.report_id = r.id where r.discharge_code = $1`

/** Minimum time of an answer, ms: the duration of a lookup would tell whether the code exists. */
const answerMs = 60
const everybody = 'everybody'
const nothing = { cto_code: null, closed_at: null, verdict: null, withdrawn_at: null, sha256: null, unchecked: null }

/**
 * Public verification of a discharge code. Every attempt counts for its address; only unknown codes share a global limit, so
 * that real verifications do not use up the one against distributed guessing.
 */
export const verifyDischarge: PublicHandler<'public/discharge/verify'> = async ({ db, address }, { code: typed }) => {
  const code = parseDischargeCode(typed)
  if (code === null)
    throw new Problem('VALIDATION', {
      details: [{ field: 'code', code: 'format', message: 'validation.discharge' }],
    })
  await limited(db.app, [verificationsByAddress, addressSubject(address)], [verificationsTogether, everybody])
  const look = async () => {
    const [found] = await inProcess(db, (sql) => sql.rows<Found>(selectCode, [code]))
    if (found) await giveBack(db.app, verificationsTogether, everybody)
    return found
  }
  const [found] = await Promise.all([look(), sleep(answerMs)])
  if (!found) return { record: { state: 'desconocido', code, ...nothing } }
  return { record: { state: found.withdrawn_at === null ? 'valido' : 'retirado', code, ...found } }
}
