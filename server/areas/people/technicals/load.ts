import { personEmail, personFields, personName } from '@hilo/contract/people/admins.ts'
import { employeeCode, technicalFields, technicals } from '@hilo/contract/people/technicals.ts'
import { cleanPhone } from '@hilo/domain/phone.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { accountStatus, enabledStatus, technicalSkills } from '@hilo/domain/status.ts'
import { looseName } from '@hilo/domain/text.ts'
import * as z from 'zod/mini'
import type { UploadHandler, WriteContext } from '../../../kernel/handler.ts'
import { text } from '../../../kernel/texts.ts'
import { column, fiveDigits, type ValuesOf } from '../../../load/column.ts'
import { downloaded } from '../../../load/columns.ts'
import { load } from '../../../load/load.ts'
import { withStoredZeros } from '../../../load/lost-zeros.ts'
import { part, refused, refusedCells, type Outcome, type Part } from '../../../load/part.ts'
import { missingFaults, unknownFault, type RowFault } from '../../../load/row-fault.ts'
import { readTable } from '../../../load/read-table.ts'
import { closedName } from '../../../people/person-list.ts'
import { presentFields } from '../../../people/create.ts'
import { employerOf } from '../../shared/operator.ts'
import { createTechnical, editTechnical } from './change.ts'

const skillNames = new Map(
  technicalSkills.flatMap((skill) => [skill, text(`choice.skill.${skill}`)].map((name) => [looseName(name), skill])),
)

export const columns = {
  employee_code: column.code(z.optional(employeeCode), 'codigo_empleado', 'codigo'),
  name: column.text(personName, 'nombre'),
  email: column.text(z.optional(personEmail), 'correo', 'correo_electronico'),
  tax_id: column.id(personFields.tax_id, 'nif', 'nie'),
  phone: column.normal(personFields.phone, cleanPhone, 'phone', 'telefono'),
  contractor: column.text(z.optional(z.string()), 'contrata', 'contractor.name'),
  prl_valid_until: column.date(technicalFields.prl_valid_until, 'prl', 'prl_valida_hasta'),
  skills: column.list(
    technicalFields.skills,
    {
      one: (word) => ({ value: skillNames.get(looseName(word)) ?? word }),
      show: (skill) => text(`choice.skill.${String(skill)}`),
    },
    'habilidades',
  ),
  zones: column.list(technicalFields.zones, { one: fiveDigits, show: String }, 'zonas'),
}
type Values = ValuesOf<typeof columns>
export const list = downloaded(columns, 'technicals', technicals['admin_vno/technicals/get'])

interface Known {
  id: number
  removed: boolean
  email: string | null
  /** Current values as the table would write them, for comparison. */
  values: Record<string, unknown>
}

// By employee number, also where a spreadsheet has dropped its zeros and the address is the same, else by address. The download of a closed account has no address and maybe no number.
const find = `
  select a.id, a.status = ${accountStatus.is.unavailable} as removed, coalesce(u.email, a.email) as email, json_build_object('employee_code', a.employee_code, 'name', u.name, 'tax_id', u.tax_id, 'phone', u.phone,
    'contractor_id', a.contractor_id, 'prl_valid_until', a.prl_valid_until, 'skills', a.skills, 'zones', a.zones) as values
  from technical_account a join app_user u on u.id = a.user_id
   where a.vno_id = $1 and case
     when a.status = ${accountStatus.is.unavailable} then $3::text is null and a.employee_code is not distinct from $2 and ($2::text is not null or $4 = '${closedName}')
     when $2::text is not null then a.employee_code = $2
       or (ltrim(a.employee_code, '0') = $2 and lower(coalesce(u.email, a.email)) = lower($3))
     else a.employee_code is null and lower(coalesce(u.email, a.email)) = lower($3) end
   order by a.status = ${accountStatus.is.unavailable}, a.employee_code is distinct from $2, a.id desc limit 1`
const contractorByName = `select id from contractor where vno_id = $1 and search_name = fold_name($2) and status = ${enabledStatus.is.enabled} order by id limit 1`

/** Technician and contractor that a row names, and the faults of its cells. */
async function namedBy({ sql }: WriteContext, vnoId: number, row: Partial<Values>) {
  const { employee_code, email, contractor } = row
  const [works] = contractor === undefined ? [] : await sql.rows<{ id: number }>(contractorByName, [vnoId, contractor])
  const [known] = await sql.rows<Known>(find, [vnoId, employee_code ?? null, email ?? null, row.name ?? ''])
  const faults = contractor !== undefined && !works ? [unknownFault('contractor', contractor)] : []
  if (!known)
    faults.push(...missingFaults((['employee_code', 'email'] as const).filter((name) => row[name] === undefined)))
  // Only the person changes the own address.
  else if (!known.removed && email !== undefined && known.email !== email)
    faults.push({ column: 'email', code: 'value', message: text('load.own_email') })
  return { known, works, faults }
}

/** One row: invites a new technician, edits an existing one where the table differs. */
async function applyRow(context: WriteContext, vnoId: number, row: Values): Promise<Outcome> {
  const { principal } = context
  const { known, works, faults } = await namedBy(context, vnoId, row)
  const { employee_code: stored, tax_id } = known?.values ?? {}
  const { values: whole, doubts } = withStoredZeros(row, { employee_code: stored, tax_id })
  const { employee_code, email, contractor: _, ...rest } = whole
  if (faults.length > 0) return refusedCells(faults)
  const values = { ...rest, contractor_id: works?.id }
  if (!known) {
    if (employee_code === undefined || email === undefined)
      throw new Error('a new technician without number or address')
    return { ok: true, done: 'created', id: await createTechnical(context, vnoId, { ...values, employee_code, email }) }
  }
  const { id } = known
  if (known.removed) return { ok: true, done: 'unchanged', id, warning: text('load.technical_removed') }
  const other = presentFields(values).filter(
    ([name, value]) => JSON.stringify(known.values[name]) !== JSON.stringify(value),
  )
  if (other.length === 0) return { ok: true, done: 'unchanged', id, doubts }
  if (!allows(principal.privileges, 'technician_edit')) return refused('PRIVILEGE_DENIED')
  await editTechnical(context, { id, ...Object.fromEntries(other) })
  return { ok: true, done: 'updated', id, doubts }
}

/** Audit entries of rows are dropped in a preview or a failed row; the load writes its own entry. */
function partFor(context: WriteContext, vnoId: number): Part {
  const silent = { ...context, audit: () => {} }
  return part({
    kind: 'technicals',
    columns,
    entity: 'technical_account',
    kept: ({ employee_code, contractor, prl_valid_until, skills, zones }) => ({
      employee_code,
      contractor,
      prl_valid_until,
      skills,
      zones,
    }),
    list,
    key: ({ employee_code, email }) => employee_code ?? email,
    apply: async (rows) => {
      const outcomes: Outcome[] = []
      for (const { values } of rows) outcomes.push(await applyRow(silent, vnoId, values))
      return outcomes
    },
    check: async (rows) => {
      const faults: RowFault[][] = []
      for (const { values, broken } of rows) {
        // Without number and address a technician is not found, and is not missing either.
        const unsure = broken.has('employee_code') || broken.has('email')
        const found = (await namedBy(context, vnoId, values)).faults
        faults.push(unsure ? found.filter(({ column }) => column === 'contractor') : found)
      }
      return faults
    },
  })
}

export const loadTechnicals = (async (
  { files, store, principal },
  { preview = false, ignore_columns: ignore, vno_id },
) => {
  const table = await readTable(files.file, ['csv', 'xlsx'], principal.user.id)
  return async (context) => {
    const vnoId = await employerOf(context, vno_id)
    const parts = [partFor(context, vnoId)]
    const answer = await load(context, store, { table, parts, preview, ignore, name: 'carga-tecnicos' })
    const { rows_ok, rows_error, result_file_id } = answer.record
    const after = { preview, vno_id: vnoId, rows_ok, rows_error, result_file_id, sha256: files.file.sha256 }
    context.audit({ entity: 'technical_account', after })
    return answer
  }
}) satisfies UploadHandler<'admin_vno/technicals/load'>
