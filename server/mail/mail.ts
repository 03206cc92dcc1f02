import { text } from '../http/texts.ts'
import type { Tx } from '../db/scope.ts'

export interface Message {
  /** Operator whose people it concerns; null for the neutral operator's and for strangers. */
  vnoId: number | null
  to: string
  /** Its texts: `mail.<kind>.subject` and `mail.<kind>.body`. */
  kind: string
  /** What the texts name as `{{field}}`. */
  values: Record<string, string>
}

const queue = 'select queue_mail($1, $2, $3, $4, $5)'

/** Writes a message in the transaction of what causes it; it is sent after the commit. */
export async function mail(sql: Pick<Tx, 'rows'>, { vnoId, to, kind, values }: Message): Promise<void> {
  const filled = (part: 'subject' | 'body') =>
    text(`mail.${kind}.${part}`).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  await sql.rows(queue, [vnoId, to, kind, filled('subject').replace(/\s+/g, ' '), filled('body')])
}
