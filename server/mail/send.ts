import type { Transporter } from 'nodemailer'
import type { TaskList } from 'graphile-worker'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { askInProcess, inProcess } from '../kernel/sql/in-process.ts'
import type { Database } from '../db/open.ts'
import type { FileKey, FileStore } from '../files/store.ts'
import type { Log } from '../log.ts'
import { text } from '../kernel/texts.ts'
import { patient } from '../kernel/patience.ts'

interface MailParts {
  /** Store of attachments. */
  store?: Pick<FileStore, 'open'>
  db: Pick<Database, 'app'>
  config: Pick<Config, 'smtpUrl' | 'publicUrl'>
  log: Log
}
interface Pending {
  id: number
  recipient: string
  kind: string
  subject: string
  body: string
  attempts: number
  file: { name: string; mime: string; key: FileKey } | null
}

/** Mails of these kinds contain a secret: once sent, the body is deleted. */
const secretKinds: readonly string[] = ['password_reset', 'invitation', 'signup_confirm', 'email_code']
/** Tries with growing delay over about four days; then a person has to look. */
const mostAttempts = 20
const timeoutMs = patient(20_000)

const pending = `select json_build_object('id', id, 'recipient', recipient, 'kind', kind, 'subject', subject, 'body', body,
  'attempts', attempts, 'file', (select json_build_object('name', f.name, 'mime', f.mime, 'key', f.key) from file f where f.id = file_id))::text
  from mail where id = $1 and state = 'pendiente' and body is not null`
const sent = `update mail set state = 'enviado', sent_at = now(), attempts = attempts + 1, error = null, version = version + 1,
  updated_at = now(), body = case when kind = any($2) then null else body end where id = $1 and state = 'pendiente'`
const failed = `update mail set attempts = attempts + 1, error = $2, version = version + 1, updated_at = now(),
  state = case when $3 or attempts + 1 >= $4 then 'fallido' else state end where id = $1 and state = 'pendiente'`

/** Sender address: `?from=` of SMTP_URL, else a name at the public address. */
function sender({ smtpUrl, publicUrl }: MailParts['config']): string {
  const given = smtpUrl === undefined ? null : new URL(smtpUrl).searchParams.get('from')
  return given ?? `no-responder@${publicUrl.hostname.replace(/^\[|\]$/g, '')}`
}

/** The server's error, without text that may repeat the mail. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return [code, command, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number').join(' ')
}

/** True for a permanent refusal. */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode !== 535

async function attachmentsOf({ store }: MailParts, { file }: Pending) {
  if (!file) return []
  if (!store) throw new Error('a message with a file and nowhere to read it')
  return [{ filename: file.name, contentType: file.mime, content: await buffer(await store.open(file.key)) }]
}

/**
 * Sends one mail. A second run finds it sent; a repetition after a crash has the same Message-ID, by which mail programs
 * detect it. Without a server it stays readable in the list.
 * @throws {Error} to retry
 */
async function send(parts: MailParts, transport: Transporter, payload: unknown): Promise<void> {
  const { db, config, log } = parts
  const { mail_id: id } = payload as { mail_id: number }
  const found = await askInProcess(db, pending, [id])
  if (found === null) return
  const message = JSON.parse(found) as Pending
  const attachments = await attachmentsOf(parts, message)
  try {
    await transport.sendMail({
      from: { name: text('mail.sender'), address: sender(config) },
      to: message.recipient,
      subject: message.subject,
      text: message.body,
      attachments,
      messageId: `<hilo-${message.id}@${config.publicUrl.hostname.replace(/^\[|\]$/g, '')}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } catch (error) {
    const said = reason(error)
    await inProcess(db, (sql) => sql.rows(failed, [id, said, isFinal(error), mostAttempts]))
    if (isFinal(error) || message.attempts + 1 >= mostAttempts) {
      log.warn('a message was not sent', { mail_id: id, reason: said })
      return
    }
    throw new Error(`mail ${id}: ${said}`, { cause: error })
  }
  await inProcess(db, (sql) => sql.rows(sent, [id, secretKinds]))
}

/** The jobs of mail; without SMTP_URL nothing is sent. */
export function mailTasks(parts: MailParts): TaskList {
  const { smtpUrl } = parts.config
  if (smtpUrl === undefined) return { 'mail.send': async () => {} }
  const url = new URL(smtpUrl)
  url.searchParams.delete('from')
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    url.searchParams.set(limit, String(timeoutMs))
  let transport: Promise<Transporter> | undefined
  const open = () => (transport ??= import('nodemailer').then(({ createTransport }) => createTransport(url.href)))
  return { 'mail.send': async (payload) => await send(parts, await open(), payload) }
}

// Mails never tried, while they are current: codes for ten minutes, others for a day.
const queueKept = `select app_add_job('mail.send', json_build_object('mail_id', id), 'mail.' || id) from mail
  where state = 'pendiente' and attempts = 0 and body is not null
    and created_at > now() - case when kind in ('password_reset', 'email_code') then interval '10 minutes' else interval '1 day' end`

/** Mails written without a server are sent after the first start with one. */
export async function sendKept(owner: Database['owner'], { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  if (smtpUrl !== undefined) await owner.query(queueKept)
}

/** Hourly upkeep: secrets are deleted when they expire, all mails in the end. */
export const mailRetention = [
  `update mail set body = null, updated_at = now() where body is not null
    and ((kind in ('password_reset', 'email_code') and created_at < now() - interval '1 hour')
      or (kind = 'signup_confirm' and created_at < now() - interval '1 day')
      or (kind = 'invitation' and created_at < now() - interval '7 days'))`,
  `delete from mail where created_at < now() - interval '90 days'`,
  `delete from password_reset where expires_at < now()`,
  `delete from email_change where expires_at < now()`,
  `delete from signup_request where expires_at < now() - interval '7 days'`,
  `delete from entry_code where coalesce(used_at, expires_at) < now() - interval '90 days'`,
]
