import { accountStatus } from '@hilo/domain/status.ts'
import { fold, nif } from './codes.ts'
import type { Row } from './copy.ts'
import { menNames, surnames, womenNames } from './names.ts'
import { allot, at, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { demoTenants, roles, shares, tenants } from './tenants.ts'
import type { Contractor } from './tenants.ts'

interface Person {
  id: number
  name: string
  email: string
}
interface Administrator extends Person {
  /** Index of the operator. */
  tenant: number
  account: number
  role: number
  status: number
}
export interface Technician extends Person {
  tenant: number
  account: number
  contractor: Contractor
  status: number
  employeeCode: string
}
export interface People {
  administrators: Administrator[]
  technicians: Technician[]
  neutral: (Person & { account: number; status: number })[]
}

const { created, waiting_approval, suspended, active, unavailable } = accountStatus.is
/** Accounts that are not active, by local part of their address. */
const idle: [string, number][] = [
  ['creada', created],
  ['pendiente', waiting_approval],
  ['suspendida', suspended],
  ['baja', unavailable],
]
const idleTechnicians: [string, number][] = [
  ['tecnico.creado', created],
  ['tecnico.pendiente', waiting_approval],
  ['tecnico.suspendido', suspended],
  ['tecnico.baja', unavailable],
]
/** Administrators of the first operators. */
const knownHeads = ['Marta Soler Ibáñez', 'Rocío Delgado Márquez']
const closedName = 'Cuenta dada de baja'
/** People in the product's screenshots, at the first operator and its contractors. */
const knownTechnicians: [string, string][] = [
  ['Javier Carrasco Molina', 'Fibracer'],
  ['Susana Cebrián Gil', 'Jarama Instalaciones'],
  ['Nicolás Lozano Vega', 'Nodo Sur'],
  ['Raúl Iglesias Otero', 'Fibracer'],
  ['Pedro Aranda Ruiz', 'Jarama Instalaciones'],
  ['Alberto Benítez Cano', 'Henares Redes'],
  ['Luis Moyano Prieto', 'Nodo Sur'],
  ['Manuel Quesada Ortiz', 'Jarama Instalaciones'],
  ['Iván Vidal Soler', 'Henares Redes'],
  ['David Rey Santos', 'Fibracer'],
]

function personName(rng: Rng, women: number): string {
  return `${rng.pick(rng.chance(women) ? womenNames : menNames)} ${rng.pick(surnames)} ${rng.pick(surnames)}`
}

/** Registers people with ids and unique addresses. */
function register(contractors: readonly Contractor[]) {
  const people: People = { administrators: [], technicians: [], neutral: [] }
  const addresses = new Set<string>()
  const person = (name: string, domain: string, address?: string): Person => {
    const [first, surname] = fold(name)
      .replace(/[^a-z ]/g, '')
      .split(' ')
    const base = address ?? `${first}.${surname}`
    let email = `${base}@${domain}`
    for (let n = 2; addresses.has(email); n++) email = `${base}${n}@${domain}`
    addresses.add(email)
    return { id: addresses.size, name, email }
  }
  return {
    people,
    neutral: (name: string, address: string, status: number) => {
      const account = people.neutral.length + 1
      people.neutral.push({ ...person(name, 'hilo.test', address), account, status })
    },
    administrator: (tenant: number, name: string, address: string, role: number, status: number = active) => {
      const account = people.administrators.length + 1
      people.administrators.push({
        ...person(name, at(tenants, tenant).domain, address),
        tenant,
        role,
        status,
        account,
      })
    },
    technician: (tenant: number, name: string, work: { address?: string; status?: number; contractor?: string }) => {
      const own = contractors.filter((one) => one.tenant === tenant && one.enabled)
      const account = people.technicians.length + 1
      const contractor = own.find((one) => one.name === work.contractor) ?? at(own, account % own.length)
      const employeeCode = `${fold(contractor.name).slice(0, 2).toUpperCase()}${1000 + account}`
      const self = person(name, at(tenants, tenant).domain, work.address)
      people.technicians.push({ ...self, tenant, account, contractor, status: work.status ?? active, employeeCode })
    },
  }
}

/** All people: demonstration accounts by name, the rest plausible. */
export function makePeople(technicianCount: number, contractors: readonly Contractor[]): People {
  const rng = createRng(20, technicianCount)
  const { people, neutral, administrator, technician } = register(contractors)
  const named = (status: number, women: number) => (status === unavailable ? closedName : personName(rng, women))
  neutral('Elena Sanz Ferrer', 'operador', active)
  for (const [address, status] of [['auditor', active], ...idle] as const) neutral(named(status, 0.5), address, status)
  for (const [tenant] of tenants.entries()) {
    administrator(tenant, knownHeads[tenant] ?? personName(rng, 0.5), 'admin', roles.va)
    administrator(tenant, tenant === 0 ? 'Andrés Ferrer Pascual' : personName(rng, 0.5), 'gestor', roles.vno)
    if (tenant >= demoTenants) continue
    for (const [address, status] of idle) administrator(tenant, named(status, 0.5), address, roles.vno, status)
  }
  for (const [tenant, count] of allot(technicianCount, shares, 3).entries()) {
    for (let n = 0; n < count; n++) {
      const [name, contractor] = (tenant === 0 ? knownTechnicians[n] : undefined) ?? [personName(rng, 0.12)]
      technician(tenant, name, { ...(n === 0 && { address: 'tecnico' }), ...(contractor && { contractor }) })
    }
    if (tenant >= demoTenants) continue
    for (const [address, status] of idleTechnicians) technician(tenant, named(status, 0.12), { address, status })
  }
  return people
}

export const userColumns = 'id, name, email, tax_id, phone, password_hash, last_login_at, created_at, updated_at'
/** @param lately when people signed in last; @param hash of the demonstration's password, the same for all */
export function* userRows(
  { administrators, technicians, neutral }: People,
  hash: string,
  since: string,
  lately: string,
): Generator<Row> {
  const all = [...neutral, ...administrators, ...technicians].sort((one, other) => one.id - other.id)
  for (const { id, name, email, status } of all) {
    const closed = status === unavailable
    const phone = `+346990${String(10_000 + id).slice(-5)}`
    yield [
      id,
      name,
      email,
      closed ? null : nif(20_000_000 + id * 4177),
      closed ? null : phone,
      closed ? null : hash,
      status === active ? lately : null,
      since,
      since,
    ]
  }
}

const reason = (status: number) => (status === suspended ? 'Formación de prevención de riesgos caducada.' : null)

export const administratorColumns =
  'id, user_id, vno_id, role_id, status, profile, suspended_at, suspended_reason, created_at, updated_at'
export function* administratorRows({ administrators }: People, since: string, lately: string): Generator<Row> {
  const profile = JSON.stringify({ area_default: 'events', notifications: { email: true, push: true, sms: false } })
  for (const { account, id, tenant, role, status } of administrators) {
    const stopped = status === suspended
    yield [
      account,
      id,
      tenant + 1,
      role,
      status,
      profile,
      stopped ? lately : null,
      stopped ? 'Baja laboral.' : null,
      since,
      since,
    ]
  }
}

export const neutralColumns = 'id, user_id, role_id, status, created_at, updated_at'
export function* neutralRows({ neutral }: People, since: string): Generator<Row> {
  for (const { account, id, status } of neutral) yield [account, id, roles.admin, status, since, since]
}

const skills = [
  ['fusion', 'preconectorizada'],
  ['preconectorizada'],
  ['fusion', 'preconectorizada', 'altura'],
  ['fusion', 'altura', 'camara'],
]
export const technicianColumns =
  'id, user_id, vno_id, role_id, contractor_id, search_name, employee_code, prl_valid_until, skills, zones, status, suspended_at, ' +
  'suspended_reason, created_at, updated_at'
/** @param prl expiry of the safety training; a suspended technician's has expired */
export function* technicianRows(
  { technicians }: People,
  zones: readonly string[],
  since: string,
  lately: string,
  prl: (months: number) => string,
): Generator<Row> {
  for (const { account, id, tenant, contractor, name, employeeCode, status } of technicians) {
    const stopped = status === suspended
    const first = account % zones.length
    const own = [...new Set([at(zones, first), at(zones, (first + 1) % zones.length)])]
    yield [
      account,
      id,
      tenant + 1,
      roles.technician,
      contractor.id,
      fold(name),
      employeeCode,
      prl(stopped ? -1 : 2 + (account % 22)),
      at(skills, account % skills.length),
      own,
      status,
      stopped ? lately : null,
      reason(status),
      since,
      since,
    ]
  }
}
