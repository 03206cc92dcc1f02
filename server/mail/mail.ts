import type { MailKind } from '@hilo/domain/mail.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { text } from '../kernel/texts.ts'
import { nameInMail } from './name.ts'

interface Message {
  /** Operator of the recipient; null for the neutral operator's people and for strangers. */
  vnoId: number | null
  to: string
  /** Text keys: `mail.<kind>.subject` and `mail.<kind>.body`. */
  kind: MailKind
  /** Values for the `{{field}}` placeholders. */
  values: Record<string, string>
  /** A stored file to attach; in the scope of all operators only. */
  fileId?: number
}

/** Fields with names of people or operators. */
const names: ReadonlySet<string> = new Set(['name', 'by', 'operator', 'vno'])

const shown = (values: Message['values']) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, names.has(key) ? nameInMail(value) : value]))

const queue = `select m, app_add_job('mail.send', json_build_object('mail_id', m), 'mail.' || m)
  from queue_mail($1, $2, $3, $4, $5) m`

const attach = 'update mail set file_id = $2 where id = $1'

/** Writes a mail in the transaction of its cause; it is sent after the commit. */
export async function mail(sql: Pick<Tx, 'rows'>, { vnoId, to, kind, values: given, fileId }: Message): Promise<void> {
  const values = shown(given)
  // A subject is one line, whatever a name contains.
  const subject = text(`mail.${kind}.subject`, values).replace(/\s+/g, ' ').slice(0, 200)
  const [queued] = await sql.rows<{ m: number }>(queue, [vnoId, to, kind, subject, text(`mail.${kind}.body`, values)])
  if (fileId !== undefined) await sql.rows(attach, [queued?.m, fileId])
}
