/** Notices on a technician's phones: push by the operator's gateway or by the browser's service and, for urgent kinds, SMS. */
import { isAlarm, isPushed, isSentAsSms } from '@hilo/domain/notice.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import type { Config, Gateway } from '../../config.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { looksLikeSubscription, readSubscription } from '../../net/push-subscription.ts'
import { askJson, signature, type Reply } from '../../net/send.ts'
import { sendToBrowser, type WebPushKeys } from './web-push.ts'

export interface Telephones {
  /** Push tokens with the ids of their devices. */
  tokens: { id: number; token: string; platform: string }[]
  phone: string | null
}
/** A notice for the phone. */
interface Told {
  id: number
  kind: string
  title: string
  text: string
  technical_id: number | null
  event_id: number | null
  case_id: number | null
  payload: Record<string, unknown>
  telephones: Telephones | null
}
/** `push`: the gateway, for all devices together; `web_push`: the push service of one browser. */
export type PhoneWay = 'push' | 'sms' | 'web_push'

/**
 * SQL of the phones of a notice's technician, by the technician's settings; null without a technician, or if the technician is
 * gone.
 * @param mayRead condition on the account `a`: may read the notice
 */
export const telephonesOf = (n: string, mayRead: string): string => `(
  select json_build_object(
    'tokens', case when coalesce((a.profile -> 'notifications' ->> 'push')::boolean, true) then (
      select coalesce(json_agg(json_build_object('id', d.id, 'token', d.push_token, 'platform', d.platform) order by d.id), '[]') from device d
      where d.user_id = a.user_id and d.technical_id = a.id and d.push_token is not null and d.revoked_at is null) else '[]' end,
    'phone', case when coalesce((a.profile -> 'notifications' ->> 'sms')::boolean, true) then u.phone end)
  from technical_account a join app_user u on u.id = a.user_id
  where a.id = ${n}.technical_id and a.vno_id = ${n}.vno_id and a.status = ${accountStatus.is.active} and ${mayRead})`

const isBrowser = ({ token, platform }: Telephones['tokens'][number]) =>
  platform === 'web' && looksLikeSubscription(token)

/** The channels by which a notice reaches its technician, each with its recipient: the technician's or the device's id. */
export function waysOf(
  { kind, technical_id, telephones }: Told,
  { push, sms }: Config,
): { way: PhoneWay; recipient: string }[] {
  if (!telephones) return []
  const tokens = isPushed(kind) ? telephones.tokens : []
  const technician = String(technical_id)
  return [
    ...(push && !tokens.every(isBrowser) ? [{ way: 'push' as const, recipient: technician }] : []),
    ...tokens.filter(isBrowser).map(({ id }) => ({ way: 'web_push' as const, recipient: String(id) })),
    ...(sms && isSentAsSms(kind) && telephones.phone ? [{ way: 'sms' as const, recipient: technician }] : []),
  ]
}

/** Deep link into the application. */
function linkOf({ event_id, payload }: Told): string {
  const id = event_id ?? payload['event_id']
  return typeof id === 'number' ? `/tecnico/intervencion/${id}` : '/tecnico'
}

async function postTo({ url, secret }: Gateway, message: object): Promise<Reply> {
  const body = JSON.stringify(message)
  const signed = { 'x-hilo-signature': signature(secret, Math.floor(Date.now() / 1000), body) }
  return await askJson(url, body, signed, null, 64 << 10)
}

const forget = `update device set push_token = null, version = version + 1, updated_at = now() where push_token = any($1)`

/** Push tokens that the gateway reports as gone: those that it lists, or all. */
function goneOf({ status, text }: Reply, tokens: readonly string[]): string[] {
  try {
    const answer: unknown = JSON.parse(text)
    if (
      typeof answer === 'object' &&
      answer !== null &&
      'invalid_tokens' in answer &&
      Array.isArray(answer.invalid_tokens)
    )
      return answer.invalid_tokens.filter((one) => tokens.includes(String(one))).map(String)
  } catch {
    // The answer does not list them.
  }
  return status === 410 ? [...tokens] : []
}

type Change = (work: (sql: Tx) => Promise<unknown>) => Promise<unknown>

export interface Outcome {
  /** Failure; null if it was accepted. */
  error: string | null
  /** A retry cannot succeed. */
  final: boolean
}
const outcomeOf = (status: number): Outcome => ({
  error: status >= 200 && status < 300 ? null : `HTTP_${status}`,
  final: false,
})
const nowhere: Outcome = { error: 'NO_ADDRESS', final: true }

/**
 * Sends one notice by a gateway. Deletes tokens that are gone.
 * @param change runs a transaction of the process
 * @throws the connection's error
 */
export async function notifyPhone(
  notice: Told,
  way: 'push' | 'sms',
  gateway: Gateway | undefined,
  change: Change,
): Promise<Outcome> {
  const { id, kind, title, text, telephones } = notice
  const name = `notice-${id}`
  if (!gateway || !telephones) return nowhere
  if (way === 'sms') {
    const { phone } = telephones
    if (phone === null) return nowhere
    return outcomeOf((await postTo(gateway, { id: name, phone, body: `${title}. ${text}` })).status)
  }
  const tokens = telephones.tokens.filter((one) => !isBrowser(one)).map(({ token, platform }) => ({ token, platform }))
  if (tokens.length === 0) return nowhere
  const reply = await postTo(gateway, { id: name, tokens, title, body: text, link: linkOf(notice), kind })
  const invalidTokens = goneOf(
    reply,
    tokens.map(({ token }) => token),
  )
  if (invalidTokens.length > 0) await change((sql) => sql.rows(forget, [invalidTokens]))
  return reply.status === 410 && invalidTokens.length === tokens.length
    ? { error: 'HTTP_410', final: true }
    : outcomeOf(reply.status)
}

/** Statuses of a push service after which the same message is not accepted later either (RFC 8030, 5 and 7.3). */
const final: readonly number[] = [400, 404, 410, 413]
const forgetSubscription = `update device set push_token = null, version = version + 1, updated_at = now()
  where id = $1 and push_token = $2`

/** The topic: a case's newest state, or the newest answer about an intervention, replaces the earlier one. */
function topicOf({ kind, event_id, case_id }: Told): string | null {
  if (case_id !== null) return `case-${case_id}`
  return event_id === null || isAlarm(kind) ? null : `event-${event_id}`
}

/**
 * Sends one notice to the browser of one device. A subscription that its push service no longer knows is deleted.
 * @param age of the notice, ms
 * @param change runs a transaction of the process
 * @throws TargetRefused, the connection's error, or a timeout
 */
export async function notifyBrowser(
  notice: Told,
  device: string,
  age: number,
  keys: WebPushKeys | null,
  { vapidSubject, webhookNetworks: networks }: Config,
  change: Change,
): Promise<Outcome> {
  const found = notice.telephones?.tokens.find((one) => String(one.id) === device && isBrowser(one))
  const subscription = found && readSubscription(found.token)
  if (!found || !subscription || keys === null) return nowhere
  const { id, kind, title, text: body } = notice
  const shown = { id: `notice-${id}`, kind, title, body, link: linkOf(notice), topic: topicOf(notice), age }
  const status = await sendToBrowser(subscription, shown, keys, vapidSubject, { networks })
  if (status === null) return { error: 'TOO_LATE', final: true }
  if (status === 404 || status === 410) await change((sql) => sql.rows(forgetSubscription, [found.id, found.token]))
  return { ...outcomeOf(status), final: final.includes(status) }
}
