import { readDischarge } from '@hilo/domain/discharge.ts'
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
import { inProcess } from '../../db/in-process.ts'
import type { PublicHandler } from '../../http/handler.ts'

interface Found {
  cto_code: string
  closed_at: string
  verdict: Verdict
  sha256: string
  withdrawn_at: string | null
}

const selectCode = `select c.code as cto_code, wire_time(r.frozen_at) as closed_at, r.verdict,
    encode(r.sha256, 'hex') as sha256, wire_time(w.at) as withdrawn_at
  from quality_report r join event e on e.id = r.event_id join cto c on c.id = e.cto_id
  left join discharge_withdrawal w on w.report_id = r.id where r.discharge_code = $1`

/** No answer comes sooner, in ms: how long a lookup takes would tell whether it found something. */
const answerMs = 60
const everybody = 'everybody'
const nothing = { cto_code: null, closed_at: null, verdict: null, withdrawn_at: null, sha256: null }

/**
 * What anybody may know of a discharge code. Every attempt counts for its address; only unknown codes count together, so that
 * nobody who checks real codes uses up what stops guessing from many addresses.
 */
export const verifyDischarge: PublicHandler<'public/discharge/verify'> = async ({ db, address }, { code: typed }) => {
  const code = readDischarge(typed)
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
