import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { systemRoles, wholePrivileges } from '@hilo/domain/role.ts'
import { enabledStatus, vnoStatus } from '@hilo/domain/status.ts'
import { cif } from './codes.ts'
import type { Row } from './copy.ts'
import { contractorNames } from './names.ts'
import { allot, at } from './rng.ts'

interface Tenant {
  id: number
  name: string
  /** Domain of its people's addresses. */
  domain: string
  externalId: string
  /** Prefix of its order numbers. */
  prefix: string
  color: string
  /** Percentage of the network's customers. */
  share: number
  description: string
}

const rows: [string, string, string, string, string, number, string][] = [
  [
    'Órbita Fibra',
    'norte.test',
    'ORBITA',
    'ORB',
    '#0f7b52',
    34,
    'Operador residencial con implantación en toda España.',
  ],
  ['Marea Telecom', 'sur.test', 'MAREA', 'MAR', '#1d4ed8', 22, 'Operador de Andalucía y el arco mediterráneo.'],
  ['Lince Conecta', 'lince.test', 'LINCE', 'LIN', '#b45309', 15, 'Marca de bajo coste.'],
  ['Almenara Net', 'almenara.test', 'ALMENARA', 'ALM', '#7c3aed', 11, 'Operador regional del Levante.'],
  ['Tramontana Digital', 'tramontana.test', 'TRAMONTANA', 'TRA', '#0e7490', 8, 'Operador de Cataluña y Baleares.'],
  ['Encina Telecom', 'encina.test', 'ENCINA', 'ENC', '#4d7c0f', 5, 'Cooperativa de municipios del interior.'],
  ['Faro Empresas', 'faro.test', 'FARO', 'FAR', '#be185d', 3, 'Servicios para empresas.'],
  ['Alisio Fibra', 'alisio.test', 'ALISIO', 'ALI', '#b91c1c', 2, 'Operador de Canarias.'],
]

export const tenants: readonly Tenant[] = rows.map(
  ([name, domain, externalId, prefix, color, share, description], index) => ({
    id: index + 1,
    name,
    domain,
    externalId,
    prefix,
    color,
    share,
    description,
  }),
)
export const shares = tenants.map((tenant) => tenant.share)
/** The operators of the demonstration accounts; each of their lists has some of everything. */
export const demoTenants = 2

/** Agreed terms of an operator: large ones have stricter ones. */
export const slaOf = ({ id }: Pick<Tenant, 'id'>) => ({
  install_days: 3 + (id % 3),
  repair_hours: id < 4 ? 24 : 48,
  neighbour_restore_minutes: id < 4 ? 240 : 480,
})

export const tenantColumns =
  'id, name, description, external_id, tax_id, status, status_comments, contact, color, sla, created_at, updated_at'
export function* tenantRows(since: string): Generator<Row> {
  for (const { id, name, description, externalId, domain, color } of tenants) {
    const contact = {
      noc_phone: `+3490055${String(1000 + id)}`,
      noc_email: `noc@${domain}`,
      webhook_url: null,
      webhook_secret_set: false,
    }
    yield [
      id,
      name,
      description,
      externalId,
      cif(8_140_000 + id * 1371),
      vnoStatus.is.enabled,
      null,
      JSON.stringify(contact),
      color,
      JSON.stringify(slaOf({ id })),
      since,
      since,
    ]
  }
}

/** Ids of the system roles, in the order of their declaration. */
export const roles = { admin: 1, va: 2, vno: 3, technician: 4, isClient: 5 } as const

/** A base role's privileges without the given areas. */
function without(base: 'vno' | 'technician', ...areas: string[]): Privileges {
  const kept = Object.entries(defaultPrivileges(base)).filter(([area]) => !areas.includes(area))
  return wholePrivileges(Object.fromEntries(kept))
}

export const roleColumns =
  'id, key, name, description, scope, base, vno_id, status, privileges, system, created_at, updated_at'
export function* roleRows(since: string): Generator<Row> {
  const { enabled, disabled } = enabledStatus.is
  for (const [index, { key, name, description, scope, base, privileges }] of systemRoles.entries())
    yield [
      index + 1,
      key,
      name,
      description,
      scope,
      base,
      null,
      enabled,
      JSON.stringify(privileges),
      true,
      since,
      since,
    ]
  let id = systemRoles.length
  for (const tenant of tenants.slice(0, demoTenants)) {
    const own: [string, string, string, number, Privileges][] = [
      ['auditoria', 'Auditoría de calidad', 'vno', enabled, without('vno', 'technician', 'invitations', 'assignment')],
      ['reparaciones', 'Mesa de averías', 'vno', enabled, without('vno', 'feasibility', 'accessUnsubscriptions')],
      [
        'aprendiz',
        'Técnico en prácticas',
        'technician',
        disabled,
        without('technician', 'resetONT', 'device-modification'),
      ],
    ]
    for (const [key, name, base, status, privileges] of own) {
      yield [++id, key, name, null, 'vno', base, tenant.id, status, JSON.stringify(privileges), false, since, since]
    }
  }
}

export interface Contractor {
  id: number
  name: string
  tenant: number
  enabled: boolean
}

/** Contractors distributed among the operators by size; the demonstration operators also have an inactive one. */
export function makeContractors(total: number): Contractor[] {
  const counts = allot(total, shares, 1)
  const all = counts.flatMap((count, tenant) => Array.from({ length: count }, () => ({ tenant, enabled: true })))
  for (let tenant = 0; tenant < demoTenants; tenant++) all.push({ tenant, enabled: false })
  return all.map((one, index) => ({ id: index + 1, name: at(contractorNames, index % contractorNames.length), ...one }))
}

export const contractorColumns = 'id, vno_id, name, cif, status, created_at, updated_at'
export function* contractorRows(contractors: readonly Contractor[], since: string): Generator<Row> {
  for (const { id, tenant, name, enabled } of contractors) {
    const number = 8_600_000 + (contractorNames.indexOf(name) + 1) * 2713
    yield [
      id,
      tenant + 1,
      name,
      cif(number),
      enabled ? enabledStatus.is.enabled : enabledStatus.is.disabled,
      since,
      since,
    ]
  }
}
