/** Composition of roles, and which privileges a user may grant. */
import { defaultPrivileges, noPrivileges, type BaseRole } from './default-privileges.ts'
import type { Privileges } from './privilege.ts'

/** Whose users may have a role: the neutral operator's, or an operator's. */
export const roleScopes = ['neutral', 'vno'] as const
export type RoleScope = (typeof roleScopes)[number]
export const roleBases = ['admin', 'vno', 'adminVNO', 'technician'] as const satisfies readonly BaseRole[]

interface SystemRole {
  key: string
  name: string
  description: string
  scope: RoleScope
  base: BaseRole
  privileges: Privileges
}

/** Built-in, immutable roles of every installation. `IsClient` grants nothing. */
export const systemRoles: readonly SystemRole[] = [
  {
    key: 'admin',
    name: 'Administrador',
    description: 'Operador neutro, toda la red',
    scope: 'neutral',
    base: 'admin',
    privileges: defaultPrivileges('admin'),
  },
  {
    key: 'va',
    name: 'Administrador de operador',
    description: 'Todo lo de su operador',
    scope: 'vno',
    base: 'adminVNO',
    privileges: defaultPrivileges('adminVNO'),
  },
  {
    key: 'vno',
    name: 'Gestor',
    description: 'Consulta y solicitudes de su operador',
    scope: 'vno',
    base: 'vno',
    privileges: defaultPrivileges('vno'),
  },
  {
    key: 'technician',
    name: 'Técnico',
    description: 'Sus propias intervenciones',
    scope: 'vno',
    base: 'technician',
    privileges: defaultPrivileges('technician'),
  },
  {
    key: 'IsClient',
    name: 'Cliente',
    description: 'Sin privilegios',
    scope: 'vno',
    base: 'vno',
    privileges: noPrivileges(),
  },
]

/** Bases allowed for a role of each scope. */
export const basesOf: Readonly<Record<RoleScope, readonly BaseRole[]>> = {
  neutral: ['admin'],
  vno: ['adminVNO', 'vno', 'technician'],
}
/** Bases that a user whose role has a given base may assign. */
const givenBy: Readonly<Record<BaseRole, readonly BaseRole[]>> = {
  admin: roleBases,
  adminVNO: ['adminVNO', 'vno', 'technician'],
  vno: ['vno', 'technician'],
  technician: ['technician'],
}

export function maySetBase(own: BaseRole, base: BaseRole): boolean {
  return givenBy[own].includes(base)
}

type Flags = Readonly<Record<string, { privs: Readonly<Record<string, boolean | undefined>> } | undefined>>

/** `event.privs.event_edit`, `event.sub_items.steps.privs.steps_edit`: every path of a map, with its value. */
function* entries(map: Privileges): Generator<[path: string, value: boolean]> {
  const flags = function* (prefix: string, of: Flags): Generator<[string, boolean]> {
    for (const [name, one] of Object.entries(of))
      for (const [priv, value] of Object.entries(one?.privs ?? {}))
        yield [`${prefix}${name}.privs.${priv}`, value === true]
  }
  for (const [area, has] of Object.entries(map)) {
    yield* flags('', { [area]: has })
    yield* flags(`${area}.sub_items.`, has?.sub_items ?? {})
  }
}

const namesOf = (map: Privileges) => new Set([...entries(map)].map(([path]) => path))
const grantedBy = (map: Privileges) => new Set([...entries(map)].flatMap(([path, value]) => (value ? [path] : [])))
const nothing = noPrivileges()
const known = namesOf(nothing)
const beyond: Readonly<Record<RoleScope, ReadonlySet<string>>> = {
  neutral: grantedBy(defaultPrivileges('admin')),
  vno: grantedBy(defaultPrivileges('adminVNO')),
}

/** Names that belong to no area. */
export function unknownPrivileges(map: Privileges): string[] {
  const areas = Object.keys(map).filter((area) => !Object.hasOwn(nothing, area))
  const names = [...namesOf(map)].filter((path) => !known.has(path))
  return [...new Set([...areas, ...names])]
}

/** The map with every area, sub-item and action expanded; unlisted ones are not granted. */
export function wholePrivileges(map: Privileges): Privileges {
  const granted = grantedBy(map)
  const flags = (prefix: string, privs: object) =>
    Object.fromEntries(Object.keys(privs).map((name) => [name, granted.has(`${prefix}.privs.${name}`)]))
  const items = (area: string, of: Flags) =>
    Object.fromEntries(
      Object.entries(of).map(([item, one]) => [item, { privs: flags(`${area}.sub_items.${item}`, one?.privs ?? {}) }]),
    )
  return Object.fromEntries(
    Object.entries(nothing).map(([area, has]) => [
      area,
      { privs: flags(area, has?.privs ?? {}), sub_items: items(area, has?.sub_items ?? {}) },
    ]),
  )
}

/** Privileges that a role grants to its accounts: none while disabled. */
export interface Grants {
  enabled: boolean
  privileges: Privileges
}

/**
 * Newly granted privileges that the granting user does not hold: empty if the grant is allowed. Enabling a role grants
 * everything in it; additions to a disabled role count as granted too, since it may be enabled later.
 */
export function grantsNotHeld(holder: Privileges, after: Grants, before?: Grants): string[] {
  const held = grantedBy(holder)
  const grantedBefore = before && (before.enabled || !after.enabled) ? grantedBy(before.privileges) : new Set<string>()
  return [...grantedBy(after.privileges)].filter((path) => !held.has(path) && !grantedBefore.has(path))
}

/**
 * Privileges that no role of this scope may contain, for any editor: an operator's users never hold the neutral
 * operator's privileges.
 */
export function beyondScope(scope: RoleScope, map: Privileges): string[] {
  return [...grantedBy(map)].filter((path) => !beyond[scope].has(path))
}

/** The privilege without which roles cannot be edited any more. */
export const roleEditing = { neutral: 'role_edit', vno: 'role-admin-vno_edit' } as const satisfies Record<
  RoleScope,
  string
>

/** A role's key, derived from its name: lower case, no accents, hyphens. */
export function roleKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'rol'
  )
}
