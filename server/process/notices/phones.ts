/** What reaches a technician away from the product: notices on his telephones and, for what cannot wait, a short message. */
import { isPushed, isTexted } from '@hilo/domain/notice.ts'
import type { Config, Gateway } from '../../config.ts'
import type { Tx } from '../../db/scope.ts'
import { askJson, signature, type Reply } from '../../net/send.ts'

export interface Telephones {
  tokens: { token: string; platform: string }[]
  phone: string | null
}
/** A notice as it is told on a telephone. */
export interface Told {
  id: number
  kind: string
  title: string
  text: string
  technical_id: number | null
  event_id: number | null
  payload: Record<string, unknown>
  telephones: Telephones | null
}
export type PhoneWay = 'push' | 'sms'

/**
 * SQL of where the technician of a notice is reached, as he wishes; null for a notice of nobody's, or of one who is gone.
 * @param mayRead condition on his account `a`: that he may read the notice
 */
export const telephonesOf = (n: string, mayRead: string): string => `(
  select json_build_object(
    'tokens', case when coalesce((a.profile -> 'notifications' ->> 'push')::boolean, true) then (
      select coalesce(json_agg(json_build_object('token', d.push_token, 'platform', d.platform) order by d.id), '[]') from device d
      where d.user_id = a.user_id and d.technical_id = a.id and d.push_token is not null and d.revoked_at is null) else '[]' end,
    'phone', case when coalesce((a.profile -> 'notifications' ->> 'sms')::boolean, true) then u.phone end)
  from technical_account a join app_user u on u.id = a.user_id
  where a.id = ${n}.technical_id and a.vno_id = ${n}.vno_id and a.status = 4 and ${mayRead})`

/** The ways by which a notice reaches its technician. */
export function waysOf({ kind, telephones }: Told, { push, sms }: Config): PhoneWay[] {
  const rings = push && isPushed(kind) && (telephones?.tokens.length ?? 0) > 0
  const texts = sms && isTexted(kind) && telephones?.phone
  return [...(rings ? (['push'] as const) : []), ...(texts ? (['sms'] as const) : [])]
}

/** Where in the application it leads. */
function linkOf({ event_id, payload }: Told): string {
  const id = event_id ?? payload['event_id']
  return typeof id === 'number' ? `/tecnico/intervencion/${id}` : '/tecnico'
}

async function post({ url, secret }: Gateway, message: object): Promise<Reply> {
  const body = JSON.stringify(message)
  const signed = { 'x-hilo-signature': signature(secret, Math.floor(Date.now() / 1000), body) }
  return await askJson(url, body, signed, null, 64 << 10)
}

const forget = `update device set push_token = null, version = version + 1, updated_at = now() where push_token = any($1)`

/** Installations that are gone, as the gateway says: those that it lists, or all of them. */
function goneOf({ status, text }: Reply, tokens: readonly string[]): string[] {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said === 'object' && said !== null && 'invalid_tokens' in said && Array.isArray(said.invalid_tokens))
      return said.invalid_tokens.filter((one) => tokens.includes(String(one))).map(String)
  } catch {
    // It says nothing of them.
  }
  return status === 410 ? [...tokens] : []
}

export interface Outcome {
  /** Why it was not taken; null when it was. */
  error: string | null
  /** Trying again does not help. */
  final: boolean
}
const outcomeOf = (status: number): Outcome => ({
  error: status >= 200 && status < 300 ? null : `HTTP_${status}`,
  final: false,
})
const nowhere: Outcome = { error: 'NO_ADDRESS', final: true }

/**
 * Tells one notice by one way. Tokens that nobody has any longer are forgotten.
 * @param change runs a transaction of the process
 * @throws the connection's error
 */
export async function tellPhone(
  notice: Told,
  way: PhoneWay,
  gateway: Gateway | undefined,
  change: (work: (sql: Tx) => Promise<unknown>) => Promise<unknown>,
): Promise<Outcome> {
  const { id, kind, title, text, telephones } = notice
  const name = `notice-${id}`
  if (!gateway || !telephones) return nowhere
  if (way === 'sms') {
    const { phone } = telephones
    if (phone === null) return nowhere
    return outcomeOf((await post(gateway, { id: name, phone, body: `${title}. ${text}` })).status)
  }
  const { tokens } = telephones
  if (tokens.length === 0) return nowhere
  const reply = await post(gateway, { id: name, tokens, title, body: text, link: linkOf(notice), kind })
  const gone = goneOf(
    reply,
    tokens.map(({ token }) => token),
  )
  if (gone.length > 0) await change((sql) => sql.rows(forget, [gone]))
  return reply.status === 410 && gone.length === tokens.length
    ? { error: 'HTTP_410', final: true }
    : outcomeOf(reply.status)
}
