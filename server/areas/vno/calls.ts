import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { mayChangeCode, statusFault, vnoAfter, type VnoAccesses, type VnoStatus } from '@hilo/domain/vno.ts'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/scope.ts'
import { authorOf } from '../../db/author.ts'
import { unique } from '../../db/constraints.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { ownVno } from '../../db/viewer.ts'
import { JsonAfter, type UploadHandler, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { missingDetail, twiceDetail } from '../../http/validation.ts'
import { readTarget, TargetRefused } from '../../net/target.ts'
import { operators } from './list.ts'
import { attachLogo, drawLogo, type Logo } from './logo.ts'
import { accessesOf, added, deleted, edited, locked, setSecret } from './queries.ts'
import { webhook } from './webhook.ts'

export const vnoLists = { 'admin_vno/vno/get': operators }

type Edit = Input<'admin_vno/vno/edit'>
interface Contact {
  noc_phone?: string | null | undefined
  noc_email?: string | null | undefined
  webhook_url?: string | null | undefined
  webhook_secret_set?: boolean
}
interface Operator {
  id: number
  version: number
  name: string
  description: string | null
  external_id: string
  tax_id: string | null
  status: VnoStatus
  status_comments: string | null
  contact: Contact
  color: string | null
  logo_file_id: number | null
  sla: Record<string, number | null | undefined>
}

const refuse = (field: string, code: 'value' | 'range' = 'value') =>
  new Problem('VALIDATION', { details: [{ field, code, message: `validation.${code}` }] })

function assertNeutral({ principal }: WriteContext): void {
  if (principal.account_type !== 'ad') throw new Problem('PRIVILEGE_DENIED')
}

/** @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record */
async function lockOperator(
  { principal, sql }: WriteContext,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Operator> {
  const own = ownVno(principal)
  const found = await sql.json(locked, [id, own])
  if (found === null) throw new Problem('NOT_FOUND')
  const operator = JSON.parse(found) as Operator
  if (version === undefined || version === operator.version) return operator
  throw new Problem('VERSION_CONFLICT', {
    record: JSON.parse(await recordOf(operators, sql, principal, id)) as unknown,
  })
}

/** The status that is asked for, in one piece or field by field; what is not said of it stays. */
function statusAsked({ status, status_comments }: Operator, asked: Edit): Edit['status'] {
  const { 'status.id': id = status, 'status.comments': comments = status_comments } = asked
  const apart = asked['status.id'] !== undefined || asked['status.comments'] !== undefined
  if (!apart) return asked.status
  if (asked.status) throw new Problem('VALIDATION', { details: [twiceDetail('status')] })
  return { id, comments }
}

/** Suspending says why. */
function statusOf(before: Operator, asked: Edit['status']): Pick<Operator, 'status' | 'status_comments'> {
  if (asked === undefined) return before
  const comments = asked.comments || null
  const status = asked.id as VnoStatus
  const fault = statusFault(status, comments)
  if (fault === 'required') throw new Problem('VALIDATION', { details: [missingDetail('status.comments')] })
  if (fault !== null) throw refuse('status.comments', fault)
  return { status, status_comments: comments }
}

/** Where its notices go has to be a place that may be reached from here. */
function contactOf({ config }: WriteContext, before: Contact, asked: Edit['contact']): Contact {
  const { webhook_secret: secret, ...given } = asked ?? {}
  try {
    if (given.webhook_url) readTarget(given.webhook_url, { networks: config.webhookNetworks })
  } catch (error) {
    throw error instanceof TargetRefused ? refuse('contact.webhook_url') : error
  }
  const none = { noc_phone: null, noc_email: null, webhook_url: null, webhook_secret_set: false }
  return { ...none, ...before, ...given, ...(secret !== undefined && { webhook_secret_set: secret !== null }) }
}

/** Nothing is sent unsigned: where an address would stand without a secret, one is made that nobody knows. */
function signed(before: Contact, asked: Edit['contact']): Edit['contact'] {
  const { webhook_url: url = before.webhook_url, webhook_secret: secret } = asked ?? {}
  const lacks = secret === null || (secret === undefined && !before.webhook_secret_set)
  return url && lacks ? { ...asked, webhook_secret: randomBytes(32).toString('base64url') } : asked
}

function editedOf(context: WriteContext, before: Operator, asked: Edit): Operator {
  const after = {
    ...before,
    ...statusOf(before, statusAsked(before, asked)),
    name: asked.name ?? before.name,
    external_id: asked.code ?? before.external_id,
    description: asked.description === undefined ? before.description : asked.description,
    tax_id: asked.tax_id === undefined ? before.tax_id : asked.tax_id,
    color: asked.color === undefined ? before.color : asked.color,
    contact: contactOf(context, before.contact, asked.contact),
    sla: { ...before.sla, ...asked.sla },
  }
  const onlyNeutral = ['name', 'external_id', 'tax_id', 'color', 'status', 'status_comments'] as const
  if (onlyNeutral.some((name) => after[name] !== before[name])) assertNeutral(context)
  return after
}

const countAccesses = async (sql: Tx, id: number): Promise<VnoAccesses> =>
  JSON.parse((await sql.json(accessesOf, [id])) ?? '') as VnoAccesses

/** What the audit keeps; of the secret, that it was written. */
const seen = ({ id: _, version: __, ...operator }: Operator) => operator

async function keepSecret({ sql }: WriteContext, id: number, asked: Edit['contact']): Promise<void> {
  if (asked?.webhook_secret !== undefined) await sql.rows(setSecret, [id, asked.webhook_secret])
}

const answer = ({ principal }: WriteContext, id: number) =>
  new JsonAfter('{"record":', recordStatement(operators, principal, id), '}')

async function edit(context: WriteContext, said: Edit, logo: Logo): Promise<JsonAfter> {
  const { sql, audit } = context
  const before = await lockOperator(context, said)
  const asked = { ...said, contact: signed(before.contact, said.contact) }
  const after = editedOf(context, before, asked)
  const { id, name, external_id, description, tax_id, contact, color, sla, status, status_comments } = after
  if (external_id !== before.external_id) {
    if (!mayChangeCode(await countAccesses(sql, id))) throw new Problem('VNO_HAS_ACCESSES')
  }
  after.logo_file_id = logo === 'as it is' ? before.logo_file_id : await attachLogo(context, id, logo)
  const values = [id, name, external_id, description, tax_id, JSON.stringify(contact), color, JSON.stringify(sla)]
  await unique(sql.json(edited, [...values, status, status_comments, after.logo_file_id]))
  await keepSecret(context, id, asked.contact)
  const secret = asked.contact?.webhook_secret === undefined ? {} : { webhook_secret: 'changed' }
  audit({ entity: 'vno', entityId: id, before: seen(before), after: { ...seen(after), ...secret } })
  return answer(context, id)
}

export const vno = {
  ...webhook,
  'admin_vno/vno/create': (async (context, asked) => {
    assertNeutral(context)
    const { principal, sql, audit } = context
    const { code, name = code, description = null, tax_id = null, color = null, sla = {} } = asked
    const given = signed({}, asked.contact)
    const contact = contactOf(context, {}, given)
    const by = JSON.stringify(authorOf(principal))
    const values = [name, code, description, tax_id, JSON.stringify(contact), color, JSON.stringify(sla), by]
    const id = Number(await unique(sql.json(added, values)))
    await keepSecret(context, id, given)
    audit({ entity: 'vno', entityId: id, after: { name, external_id: code, description, tax_id, contact, color, sla } })
    return answer(context, id)
  }) satisfies WriteHandler<'admin_vno/vno/create'>,

  'admin_vno/vno/edit': (async (context, asked) => {
    const logo = await drawLogo(context, asked)
    return (writing) => edit(writing, asked, logo)
  }) satisfies UploadHandler<'admin_vno/vno/edit'>,

  'admin_vno/vno/delete': (async (context, { port_id, id = port_id, version }) => {
    assertNeutral(context)
    if (id === undefined) throw new Problem('VALIDATION', { details: [missingDetail('port_id')] })
    if (port_id !== undefined && port_id !== id) throw refuse('id')
    const { sql, audit } = context
    const before = await lockOperator(context, { id, version })
    if (vnoAfter(before.status, 'remove', await countAccesses(sql, id)) === null) throw new Problem('VNO_HAS_ACCESSES')
    await sql.json(deleted, [id])
    audit({ entity: 'vno', entityId: id, before: seen(before) })
    return { result_flag: resultFlag.is.success, record: { id } }
  }) satisfies WriteHandler<'admin_vno/vno/delete'>,
}
