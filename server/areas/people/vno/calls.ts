import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { mayChangeCode, statusFault, vnoAfter, type VnoAccesses, type VnoStatus } from '@hilo/domain/vno.ts'
import { randomBytes } from 'node:crypto'
import { onlyNeutral } from '../../../kernel/principal.ts'
import type { Tx } from '../../../kernel/sql/scope.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { unique } from '../../../kernel/sql/constraints.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import type { JsonAfter, UploadHandler, WriteContext, WriteHandler } from '../../../kernel/handler.ts'
import { missingDetail, twiceDetail } from '../../../kernel/validation.ts'
import { readTarget, TargetRefused } from '../../../net/target.ts'
import { orUnchanged, lockedRecord, recordAnswer, writeChanged, type Target } from '../../shared/edit.ts'
import { operators } from './list.ts'
import { attachLogo, drawLogo, type Logo } from './logo.ts'
import { accessesOf, added, deleted, locked, setSecret } from './queries.ts'
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

/** @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record */
async function lockOperator(context: WriteContext, target: Target): Promise<Operator> {
  const found = await context.sql.json(locked, [target.id, ownVno(context.principal)])
  return await lockedRecord<Operator>(context, operators, target, found)
}

/** The requested status: an object replaces both fields; by fields, omitted ones stay. */
function statusAsked({ status, status_comments }: Operator, asked: Edit): Edit['status'] {
  const { 'status.id': id = status, 'status.comments': comments = status_comments } = asked
  const byFields = asked['status.id'] !== undefined || asked['status.comments'] !== undefined
  if (!byFields) return asked.status
  if (asked.status) throw new Problem('VALIDATION', { details: [twiceDetail('status')] })
  return { id, comments }
}

/** Suspending needs a reason. */
function statusOf(before: Operator, asked: Edit['status']): Pick<Operator, 'status' | 'status_comments'> {
  if (asked === undefined) return before
  const comments = asked.comments || null
  const status = asked.id as VnoStatus
  const fault = statusFault(status, comments)
  if (fault === 'required') throw new Problem('VALIDATION', { details: [missingDetail('status.comments')] })
  if (fault !== null) throw refuse('status.comments', fault)
  return { status, status_comments: comments }
}

/** Refuses a webhook's address that is not a URL or names an internal network. Names are resolved only when sending. */
function contactOf({ config }: WriteContext, before: Contact, asked: Edit['contact']): Contact {
  const { webhook_secret: secret, ...fields } = asked ?? {}
  try {
    if (fields.webhook_url) readTarget(fields.webhook_url, { networks: config.webhookNetworks })
  } catch (error) {
    throw error instanceof TargetRefused ? refuse('contact.webhook_url') : error
  }
  const none = { noc_phone: null, noc_email: null, webhook_url: null, webhook_secret_set: false }
  return { ...none, ...before, ...fields, ...(secret !== undefined && { webhook_secret_set: secret !== null }) }
}

/** Nothing is sent unsigned: an address without a secret gets a random one that is never shown. */
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
    description: orUnchanged(asked.description, before.description),
    tax_id: orUnchanged(asked.tax_id, before.tax_id),
    color: orUnchanged(asked.color, before.color),
    contact: contactOf(context, before.contact, asked.contact),
    sla: { ...before.sla, ...asked.sla },
  }
  const reserved = ['name', 'external_id', 'tax_id', 'color', 'status', 'status_comments'] as const
  if (reserved.some((name) => after[name] !== before[name])) onlyNeutral(context.principal)
  return after
}

const countAccesses = async (sql: Tx, id: number): Promise<VnoAccesses> =>
  JSON.parse((await sql.json(accessesOf, [id])) ?? '') as VnoAccesses

/** Fields for the audit; of the secret only that it was set. */
const auditedFields = ({ id: _, version: __, ...operator }: Operator) => operator

async function storeSecret({ sql }: WriteContext, id: number, asked: Edit['contact']): Promise<void> {
  if (asked?.webhook_secret !== undefined) await sql.rows(setSecret, [id, asked.webhook_secret])
}

const editTarget = {
  table: 'vno',
  feed: 'vno',
  operator: 'id',
  columns: [
    'name',
    'external_id',
    'description',
    'tax_id',
    'contact',
    'color',
    'sla',
    'status',
    'status_comments',
    'logo_file_id',
  ],
} as const

async function edit(context: WriteContext, input: Edit, logo: Logo): Promise<JsonAfter> {
  const { sql, audit } = context
  const before = await lockOperator(context, input)
  const asked = { ...input, contact: signed(before.contact, input.contact) }
  const after = editedOf(context, before, asked)
  const { id } = after
  if (after.external_id !== before.external_id) {
    if (!mayChangeCode(await countAccesses(sql, id))) throw new Problem('VNO_HAS_ACCESSES')
  }
  after.logo_file_id = logo === 'unchanged' ? before.logo_file_id : await attachLogo(context, id, logo)
  await unique(writeChanged(sql, editTarget, before, after))
  await storeSecret(context, id, asked.contact)
  const secret = asked.contact?.webhook_secret === undefined ? {} : { webhook_secret: 'changed' }
  audit({ entity: 'vno', entityId: id, before: auditedFields(before), after: { ...auditedFields(after), ...secret } })
  return recordAnswer(context, operators, id)
}

export const vno = {
  ...webhook,
  'admin_vno/vno/create': (async (context, asked) => {
    onlyNeutral(context.principal)
    const { principal, sql, audit } = context
    const { code, name = code, description = null, tax_id = null, color = null, sla = {} } = asked
    const requested = signed({}, asked.contact)
    const contact = contactOf(context, {}, requested)
    const by = JSON.stringify(authorOf(principal))
    const values = [name, code, description, tax_id, JSON.stringify(contact), color, JSON.stringify(sla), by]
    const id = Number(await unique(sql.json(added, values)))
    await storeSecret(context, id, requested)
    audit({ entity: 'vno', entityId: id, after: { name, external_id: code, description, tax_id, contact, color, sla } })
    return recordAnswer(context, operators, id)
  }) satisfies WriteHandler<'admin_vno/vno/create'>,

  'admin_vno/vno/edit': (async (context, asked) => {
    const logo = await drawLogo(context, asked)
    return (writing) => edit(writing, asked, logo)
  }) satisfies UploadHandler<'admin_vno/vno/edit'>,

  // The specification calls the operator's id `port_id`; `id` is an alias.
  'admin_vno/vno/delete': (async (context, { port_id, id = port_id, version }) => {
    onlyNeutral(context.principal)
    if (id === undefined) throw new Problem('VALIDATION', { details: [missingDetail('port_id')] })
    if (port_id !== undefined && port_id !== id) throw refuse('id')
    const { sql, audit } = context
    const before = await lockOperator(context, { id, version })
    if (vnoAfter(before.status, 'remove', await countAccesses(sql, id)) === null) throw new Problem('VNO_HAS_ACCESSES')
    await sql.json(deleted, [id])
    audit({ entity: 'vno', entityId: id, before: auditedFields(before) })
    return { result_flag: resultFlag.is.success, record: { id } }
  }) satisfies WriteHandler<'admin_vno/vno/delete'>,
}
