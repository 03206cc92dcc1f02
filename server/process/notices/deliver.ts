/** Delivery of notices: mail to subscribers and the operator's control room, webhooks, phones. */
import { accountStatus, enabledStatus, vnoStatus } from '@hilo/domain/status.ts'
import { caseStages, deliveryTimes, isOperational, noticePrivileges, webhookFields } from '@hilo/domain/notice.ts'
import type { TaskList } from 'graphile-worker'
import type { Tx } from '../../kernel/sql/scope.ts'
import { mail } from '../../mail/mail.ts'
import { postJson, signature } from '../../net/send.ts'
import { TargetRefused, type Reach } from '../../net/target.ts'
import { addJob } from '../schedule.ts'
import { noticeText, noticeTitle } from './notice-text.ts'
import {
  notifyBrowser,
  notifyPhone,
  telephonesOf,
  waysOf,
  type Outcome,
  type PhoneWay,
  type Telephones,
} from './phones.ts'
import type { WebPushKeys } from './web-push.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'

interface Notice {
  id: number
  vno_id: number | null
  technical_id: number | null
  kind: string
  event_id: number | null
  case_id: number | null
  payload: Record<string, unknown>
  at: string
  title: string
  text: string
  noc_email: string | null
  webhook_url: string | null
  /** Addresses of the recipients who want mail. */
  people: string[]
  telephones: Telephones | null
}

/** True if the account's role may read the notice; `$2` holds the privileges of each kind, one of which is enough. */
const mayRead = (alias: string) => `exists (select from role r, jsonb_array_elements_text($2::jsonb -> n.kind) p (name)
  where r.id = ${alias}.role_id and r.status = ${enabledStatus.is.enabled} and (r.privileges -> left(p.name, -5) -> 'privs' ->> p.name)::boolean)`
const wants = (alias: string) =>
  `(${alias}.profile -> 'notifications' ->> 'email')::boolean and ${alias}.status = ${accountStatus.is.active} and ${mayRead(alias)}`
const selectNotice = `
  select n.id, n.vno_id, n.technical_id, n.kind, n.event_id, n.case_id, n.payload, wire_time(n.at) as at, ${noticeTitle('n')} as title,
    ${noticeText('n')} as text, v.contact ->> 'noc_email' as noc_email, v.contact ->> 'webhook_url' as webhook_url,
    array(select u.email::text from technical_account a join app_user u on u.id = a.user_id
        where a.id = n.technical_id and a.vno_id = n.vno_id and ${wants('a')}
      union select u.email::text from vno_admin_account a join app_user u on u.id = a.user_id
        where n.technical_id is null and a.vno_id = n.vno_id and not a.service and ${wants('a')}
      union select u.email::text from admin_account a join app_user u on u.id = a.user_id
        where n.technical_id is null and n.vno_id is null and ${wants('a')}) as people,
    ${telephonesOf('n', mayRead('a'))} as telephones
  from notification n left join vno v on v.id = n.vno_id and v.status = ${vnoStatus.is.enabled} where n.id = $1 and (n.vno_id is null or v.id is not null)`
const insertDelivery = `insert into notice_delivery (notification_id, vno_id, channel, recipient, state, sent_at)
  values ($1, $2, $3, $4, $5, case when $5 = 'enviado' then app_now() end)
  on conflict (notification_id, channel, recipient) do nothing returning id`

const noteCase = `
  with k as (
    update neighbour_case set notified = notified || jsonb_build_array(jsonb_build_object('stage', $3::text, 'audience',
        case when worker_vno_id = $2::int then 'worker' else 'victim' end, 'channel', $4::text, 'at', wire_time(app_now()), 'ack_at', null)),
      version = version + 1, updated_at = app_now()
    where id = $1 and $2::int in (owner_vno_id, worker_vno_id) returning *)
  select changed('events/cev', id, version, $2::int, case when worker_vno_id = $2::int then technical_id end) from k`

/** Records on the case by which channels its operators were notified. */
async function recordDelivery(sql: Tx, { case_id, vno_id, kind }: Notice, channel: 'email' | 'webhook'): Promise<void> {
  const stage = caseStages[kind]
  if (case_id !== null && vno_id !== null && stage !== undefined)
    await sql.rows(noteCase, [case_id, vno_id, stage, channel])
}

/** Body for webhooks: no personal names, and of the box only what the operator's own notice says. */
function bodyOf({ id, kind, at, case_id, payload }: Notice): string {
  const shown = webhookFields.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name]] as const]))
  return JSON.stringify({ id: `notice-${id}`, kind, told_at: at, case_id, ...Object.fromEntries(shown) })
}

/** Also null while its operator is suspended: then nothing is sent out. */
async function loadNotice(sql: Tx, id: unknown): Promise<Notice | null> {
  if (typeof id !== 'number') throw new Error('a delivery names no notice')
  const [found] = await sql.rows<Notice>(selectNotice, [id, JSON.stringify(noticePrivileges)])
  return found ?? null
}

/** Queues every message of a notice, each once however often it runs. */
async function deliver({ db, config }: Process, payload: unknown): Promise<void> {
  const { notification_id: id } = payload as { notification_id?: unknown }
  await inProcess(db, async (sql) => {
    const notice = await loadNotice(sql, id)
    if (!notice) return
    const { vno_id: vnoId, noc_email: noc, webhook_url: url } = notice
    const ofOperator = notice.technical_id === null && isOperational(notice.kind)
    const recipients = new Set([...notice.people, ...(ofOperator && noc ? [noc] : [])].map((one) => one.toLowerCase()))
    const values = { title: notice.title, text: notice.text, link: config.publicUrl.href }
    let mailed = false
    for (const to of recipients) {
      const made = await sql.rows(insertDelivery, [notice.id, vnoId, 'mail', to, 'enviado'])
      if (made.length === 0) continue
      await mail(sql, { vnoId, to, kind: 'notice', values })
      mailed = true
    }
    if (mailed) await recordDelivery(sql, notice, 'email')
    for (const { way, recipient } of waysOf(notice, config)) await queue(sql, notice, way, recipient)
    if (ofOperator && url) await queue(sql, notice, 'webhook', 'vno')
  })
}

type Channel = 'webhook' | PhoneWay
/** Queue per destination: messages to one place go one after another. */
const placeOf = ({ vno_id }: Notice, channel: Channel, recipient: string) =>
  channel === 'webhook' ? `webhook:${vno_id}` : `${channel}:${recipient}`

async function queue(sql: Tx, notice: Notice, channel: Channel, recipient: string): Promise<void> {
  const values = [notice.id, notice.vno_id, channel, recipient, 'pendiente']
  const [made] = await sql.rows<{ id: number }>(insertDelivery, values)
  if (made)
    await addJob(
      sql,
      'process.webhook',
      placeOf(notice, channel, recipient),
      { delivery_id: made.id },
      webhookKey(made.id),
    )
}

const webhookKey = (id: number) => ({ key: `webhook:${id}` })
const selectWaiting = `select d.notification_id, d.channel, d.recipient, d.attempts, (extract(epoch from app_now() - d.created_at) * 1000)::int8 as age,
    webhook_secret(d.vno_id) as secret, case when d.channel = 'web_push' then web_push_keys() end as keys
  from notice_delivery d where d.id = $1 and d.state = 'pendiente'`
const settle = `update notice_delivery set attempts = attempts + 1, state = $2, error = $3,
    sent_at = case when $2 = 'enviado' then app_now() end where id = $1 and state = 'pendiente' returning id`

interface Waiting {
  notification_id: number
  channel: Channel
  recipient: string
  attempts: number
  age: number
  secret: string | null
  keys: WebPushKeys | null
}

/** The failure, without text from the other side. */
function faultOf(error: unknown): string {
  if (error instanceof TargetRefused) return 'TARGET_REFUSED'
  return error instanceof Error && 'code' in error ? String(error.code) : 'NO_ANSWER'
}

/** Sends one notice to the operator's webhook or to a technician; a crash in between sends it again with the same id. */
async function sendOut(process: Process, payload: unknown): Promise<void> {
  const { db, log } = process
  const { delivery_id: id } = payload as { delivery_id?: unknown }
  if (typeof id !== 'number') throw new Error('a delivery is not named')
  const found = await inProcess(db, async (sql) => {
    const [waiting] = await sql.rows<Waiting>(selectWaiting, [id])
    return waiting ? { waiting, notice: await loadNotice(sql, waiting.notification_id) } : null
  })
  if (!found) return
  const { waiting, notice } = found
  if (!notice) return void (await inProcess(db, (sql) => sql.rows(settle, [id, 'fallido', 'SUSPENDED'])))
  const { channel, recipient } = waiting
  const { error, final } = await sendBy(process, notice, waiting).catch(unsent)
  const over = final || waiting.age > deliveryTimes.giveUp
  await inProcess(db, async (sql) => {
    const state = error === null ? 'enviado' : over ? 'fallido' : 'pendiente'
    const settled = await sql.rows(settle, [id, state, error])
    if (settled.length === 0) return
    if (error === null) return channel === 'webhook' ? await recordDelivery(sql, notice, channel) : undefined
    if (over) return log.warn('a notice was not taken', { delivery_id: id, vno_id: notice.vno_id, reason: error })
    const afterMs = Math.min(deliveryTimes.first * 2 ** waiting.attempts, deliveryTimes.most)
    await addJob(
      sql,
      'process.webhook',
      placeOf(notice, channel, recipient),
      { delivery_id: id },
      { at: { afterMs }, ...webhookKey(id) },
    )
  })
}

function sendBy({ db, config }: Process, notice: Notice, waiting: Waiting): Promise<Outcome> {
  const { channel, recipient, age, secret, keys } = waiting
  const change = (work: (sql: Tx) => Promise<unknown>) => inProcess(db, work)
  if (channel === 'webhook') return sendOne(notice, secret, { networks: config.webhookNetworks })
  if (channel === 'web_push') return notifyBrowser(notice, recipient, age, keys, config, change)
  return notifyPhone(notice, channel, config[channel], change)
}

function unsent(error: unknown): Outcome {
  const fault = faultOf(error)
  return { error: fault, final: fault === 'TARGET_REFUSED' }
}

async function sendOne(notice: Notice, secret: string | null, reach: Reach): Promise<Outcome> {
  if (!notice.webhook_url) return { error: 'NO_ADDRESS', final: true }
  // Without a secret the receiver could not verify the signature.
  if (secret === null) return { error: 'NO_SECRET', final: true }
  const body = bodyOf(notice)
  const signed = { 'x-hilo-signature': signature(secret, Math.floor(Date.now() / 1000), body) }
  const status = await postJson(notice.webhook_url, body, signed, reach)
  return { error: status >= 200 && status < 300 ? null : `HTTP_${status}`, final: false }
}

export const deliveryTasks = (process: Process): TaskList => ({
  'process.deliver': async (payload) => await deliver(process, payload),
  'process.webhook': async (payload) => await sendOut(process, payload),
})
