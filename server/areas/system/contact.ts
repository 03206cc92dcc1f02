import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { Json, type WriteContext, type WriteHandler } from '../../kernel/handler.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { text } from '../../kernel/texts.ts'
import { writeNotice } from '../../process/notices/notify.ts'
import { mail } from '../../mail/mail.ts'
import { attendants, eventSeen, insertRequest, sentLately } from './queries.ts'

const mostAnHour = 20

/** @throws Problem NOT_FOUND if the intervention is out of the person's reach */
async function eventCode({ sql, principal }: WriteContext, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null
  if (!allows(principal.privileges, 'event_view')) throw new Problem('NOT_FOUND')
  const { account_type: type, account_id: account, vno } = principal
  const values = [id, type === 'ad' ? null : (vno?.id ?? 0), type === 'te' ? account : null]
  const code = await sql.json(eventSeen, values)
  if (code === null) throw new Problem('NOT_FOUND')
  return JSON.parse(code) as string
}

/** The operator's control room; without its address, and for its own people, the neutral operator. */
async function recipients({ sql, principal }: WriteContext): Promise<string[]> {
  const own = principal.vno?.contact.noc_email
  if (own) return [own]
  const found = await asProcess(sql, () => sql.rows<{ email: string }>(attendants, []))
  return found.map(({ email }) => email)
}

async function send(context: WriteContext, asked: Input<'client_contact/send_request'>, code: string | null) {
  const { sql, principal } = context
  const { user, vno } = principal
  const values = {
    subject: asked.subject,
    message: asked.message,
    category: text(`contact.${asked.category}`),
    name: user.name,
    email: user.email,
    phone: user.phone ?? '–',
    vno: vno?.name ?? text('contact.neutral'),
    event: code ?? '–',
  }
  for (const to of await recipients(context)) await mail(sql, { vnoId: vno?.id ?? null, to, kind: 'contact', values })
}

/** Stored as a record and sent to the support of the person. */
export const contact = (async (context, asked) => {
  const { sql, principal, audit } = context
  const { user, vno, account_type: type } = principal
  if (Number(await sql.json(sentLately, [user.id])) >= mostAnHour)
    throw new Problem('RATE_LIMITED', { retryAfter: 3600 })
  const code = await eventCode(context, asked.event_id)
  const { subject, message, category, event_id, diagnostics } = asked
  const values = [subject, message, category, event_id ?? null, diagnostics ?? null]
  const [made] = await sql.rows<{ id: number; record: string }>(insertRequest, [
    vno?.id ?? null,
    user.id,
    ...values,
    user.name,
    type,
  ])
  if (!made) throw new Error('no request')
  await send(context, asked, code)
  // The text stays in the row that is erased with its person; the notice only links to it.
  if (vno) {
    const payload = { contact_id: made.id, category: text(`contact.${category}`), event_code: code }
    const notice = { kind: 'support_asked', vnoId: vno.id, technicalId: null, eventId: null, caseId: null, payload }
    await asProcess(sql, () => writeNotice(sql, notice))
  }
  audit({ entity: 'contact_request', entityId: made.id, after: { category, event_id: event_id ?? null } })
  return new Json(`{"result_flag":1,"record":${made.record}}`)
}) satisfies WriteHandler<'client_contact/send_request'>
