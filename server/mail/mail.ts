import type { MailKind } from '@hilo/domain/mail.ts'
import type { Tx } from '../db/scope.ts'
import { text } from '../http/texts.ts'
import { nameInMail } from './name.ts'

export interface Message {
  /** Operator whose people it concerns; null for the neutral operator's and for strangers. */
  vnoId: number | null
  to: string
  /** Its texts: `mail.<kind>.subject` and `mail.<kind>.body`. */
  kind: MailKind
  /** What the texts name as `{{field}}`. */
  values: Record<string, string>
  /** A kept file that goes along; in the scope of all operators alone. */
  fileId?: number
}

/** Fields that hold what a person or an operator is called. */
const names: ReadonlySet<string> = new Set(['name', 'by', 'operator', 'vno'])

const shown = (values: Message['values']) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, names.has(key) ? nameInMail(value) : value]))

const queue = `select m, app_add_job('mail.send', json_build_object('mail_id', m), 'mail.' || m)
  from queue_mail($1, $2, $3, $4, $5) m`

const attach = 'update mail set file_id = $2 where id = $1'

/** Writes a message in the transaction of what causes it; it is sent after the commit. */
export async function mail(sql: Pick<Tx, 'rows'>, { vnoId, to, kind, values: given, fileId }: Message): Promise<void> {
  const values = shown(given)
  // A subject is one line, whatever somebody calls himself.
  const subject = text(`mail.${kind}.subject`, values).replace(/\s+/g, ' ').slice(0, 200)
  const [queued] = await sql.rows<{ m: number }>(queue, [vnoId, to, kind, subject, text(`mail.${kind}.body`, values)])
  if (fileId !== undefined) await sql.rows(attach, [queued?.m, fileId])
}
