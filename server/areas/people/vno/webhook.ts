/** Sends a test message to an operator's webhook and reports the answer. */
import { Problem } from '@hilo/domain/problem.ts'
import { setTimeout } from 'node:timers/promises'
import { takeReading, webhookTestsByOperator, webhookTestsByPerson } from '../../../auth/rate-limit.ts'
import type { Sql } from '../../../kernel/sql/scope.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import type { UploadHandler } from '../../../kernel/handler.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import { postJson, signature } from '../../../net/send.ts'
import type { Reach } from '../../../net/target.ts'
import { patient } from '../../../kernel/patience.ts'

/** Only the process reads the secret: the scope covers this statement's own transaction. */
const findPlace = `
  with scope as materialized (select set_config('app.scope', 'all', true))
  select json_build_object('url', v.contact ->> 'webhook_url', 'secret', webhook_secret(v.id))::text
    from scope, vno v where v.id = $1::bigint and v.deleted_at is null and ($2::int is null or v.id = $2)`
interface Place {
  url: string | null
  secret: string | null
}

/** The outcome, without text from the other side. */
export interface Sent {
  status: number | null
  fault: string | null
  signed: boolean
  ms: number
}

/**
 * Every outcome without an HTTP answer is reported in the same words after the same time, so that ports, names and TLS cannot
 * be probed.
 */
const noAnswer = { fault: 'NOT_DELIVERED', afterMs: patient(5000) } as const

/** @throws Problem RATE_LIMITED */
async function countTest(sql: Sql, userId: number, vnoId: number): Promise<void> {
  const own = await takeReading(sql, webhookTestsByPerson, String(userId))
  const retryAfter = own > 0 ? own : await takeReading(sql, webhookTestsByOperator, String(vnoId))
  if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter })
}

/** Nothing is sent unsigned. */
const noSecret = {
  field: 'contact.webhook_secret',
  code: 'required',
  message: 'validation.webhook_secret',
} as const

async function sendTest(url: string, secret: string, id: string, reach: Reach): Promise<Sent> {
  const begun = Date.now()
  const body = JSON.stringify({ id: `test-${id}`, kind: 'test', told_at: new Date(begun).toISOString() })
  const signed = { 'x-hilo-signature': signature(secret, Math.floor(begun / 1000), body) }
  const resultOf = (status: number | null, fault: string | null): Sent => ({
    status,
    fault,
    signed: true,
    ms: Date.now() - begun,
  })
  const silent = setTimeout(noAnswer.afterMs, null, { ref: false })
  const status = await Promise.race([postJson(url, body, signed, reach).catch(() => silent), silent])
  return status === null ? resultOf(null, noAnswer.fault) : resultOf(status, null)
}

export const webhook = {
  'admin_vno/vno/webhook/test': (async ({ sql, principal, config, requestId }, { id }) => {
    const own = ownVno(principal)
    const found = await sql.json(findPlace, [id, own])
    const { url, secret } = JSON.parse(found ?? '{"url":null,"secret":null}') as Place
    const reach = { networks: config.webhookNetworks }
    if (url !== null && secret !== null) await countTest(sql, principal.user.id, id)
    const sent = url === null || secret === null ? null : await sendTest(url, secret, requestId, reach)
    return (context) => {
      if (found === null) throw new Problem('NOT_FOUND')
      const missing = url === null ? missingDetail('contact.webhook_url') : noSecret
      if (sent === null) throw new Problem('VALIDATION', { details: [missing] })
      context.audit({
        entity: 'vno',
        entityId: id,
        after: { webhook_test: { status: sent.status, fault: sent.fault } },
      })
      return Promise.resolve({ record: sent })
    }
  }) satisfies UploadHandler<'admin_vno/vno/webhook/test'>,
}
