import { accountStatus, technicalSkills } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { personEdit, personEmail, personFields, personName, personRecord, personRemove } from './admins.ts'
import { call, download, list } from '../call.ts'
import { ignoreColumns, loadAnswer, loadFiles, preview } from '../loads/load.ts'
import { id, nameRef, oneLine, time } from '../wire.ts'

const day = z.iso.date()
/** Municipality codes (INE) where a technician works. */
export const zones = z.array(z.string().check(z.regex(/^\d{5}$/))).check(z.maxLength(200))
/** The operator's own employee number. */
export const employeeCode = z.string().check(oneLine, z.toUpperCase(), z.minLength(1), z.maxLength(20))

export const technicalFields = {
  contractor_id: z.optional(z.nullable(id)),
  employee_code: z.optional(z.nullable(employeeCode)),
  /** Expiry of the occupational safety training. */
  prl_valid_until: z.optional(z.nullable(day)),
  skills: z.optional(z.array(z.enum(technicalSkills)).check(z.maxLength(technicalSkills.length))),
  zones: z.optional(zones),
}

const technical = z.strictObject({
  ...personRecord,
  vno_id: id,
  vno: nameRef,
  contractor_id: z.nullable(id),
  contractor: z.nullable(z.strictObject({ ...nameRef.shape, cif: z.nullable(z.string()) })),
  employee_code: z.nullable(z.string()),
  prl_valid_until: z.nullable(day),
  skills: z.array(z.string()),
  zones: z.array(z.string()),
  /** App installations with a sign-in; present when read with `id`. */
  devices: z.nullable(
    z.array(
      z.strictObject({
        install_id: z.string(),
        model: z.nullable(z.string()),
        os: z.nullable(z.string()),
        app_version: z.nullable(z.string()),
        last_seen: time,
      }),
    ),
  ),
  /** Number of open interventions. */
  open_events: z.int(),
})

const get = list({
  summary: 'Técnicos',
  privilege: 'technician_view',
  scope: 'vno',
  record: technical,
  filters: {
    id: { kind: 'id' },
    user_id: { kind: 'id' },
    email: { kind: 'code' },
    vno_id: { kind: 'id' },
    contractor_id: { kind: 'id' },
    role_id: { kind: 'id' },
    status: { kind: 'status', values: accountStatus.values },
    employee_code: { kind: 'code' },
    /** One of the technician's zones. */
    zone: { kind: 'code' },
    prl_valid_until: { kind: 'time' },
    created_at: { kind: 'time' },
  },
  sorts: ['name', 'employee_code', 'prl_valid_until', 'created_at', 'id'],
  defaultSort: [['name', 'asc']],
  search: true,
  columns: {
    name: 'text',
    employee_code: 'text',
    'contractor.name': 'text',
    status: 'status:account',
    email: 'text',
    phone: 'text',
    tax_id: 'code',
    'role.name': 'text',
    prl_valid_until: 'day',
    skills: 'choices:skill',
    zones: 'text',
    open_events: 'integer',
    suspended_reason: 'text',
    last_login_at: 'time',
    created_at: 'time',
    'vno.name': 'text',
    id: 'id',
  },
})

export const technicals = {
  'admin_vno/technicals/get': get,
  'admin_vno/technicals/download': download(get, 'Descarga de técnicos'),
  'admin_vno/technicals/create': call({
    summary: 'Invita a un técnico: su cuenta espera a que conteste',
    method: 'POST',
    privilege: 'technician_create',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({
      name: personName,
      email: personEmail,
      ...personFields,
      ...technicalFields,
      /** By default the built-in technician role. */
      role_id: z.optional(id),
      /** Only accepted from the neutral operator. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ record: technical }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'RATE_LIMITED'],
  }),
  'admin_vno/technicals/load': call({
    summary:
      'Carga técnicos desde un archivo: invita a los nuevos y cambia a los que ya están, por su código de empleado',
    method: 'POST',
    privilege: 'technician_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    files: loadFiles,
    /** `vno_id` is only accepted from the neutral operator. */
    input: z.strictObject({ preview, ignore_columns: ignoreColumns, vno_id: z.optional(id) }),
    output: loadAnswer,
    problems: ['NOT_FOUND', 'STORAGE_FULL'],
  }),
  'admin_vno/technicals/edit': call({
    summary: 'Cambia los datos, el rol o el estado de un técnico',
    method: 'POST',
    privilege: 'technician_edit',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({ ...personEdit, ...technicalFields }),
    output: z.strictObject({ record: technical }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ALREADY_EXISTS', 'ACCOUNT_BAD_STATE', 'PRIVILEGE_ESCALATION'],
  }),
  'admin_vno/technicals/delete': call({
    summary: 'Da de baja a un técnico',
    method: 'POST',
    privilege: 'technician_delete',
    scope: 'vno',
    mutates: true,
    input: personRemove,
    output: z.strictObject({ record: technical }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_BAD_STATE'],
  }),
}
