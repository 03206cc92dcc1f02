/** S2 in every field: a record of the other operator and a nonexistent one must get the same answer. */
import type { Path } from '@hilo/contract/index.ts'
import { codeOf } from '../test/answers.ts'
import { readable } from './canaries.ts'
import { inputSchema, nobodyOf, comparable } from './compare.ts'
import { idFields, type IdField } from './id-fields.ts'
import type { Scene, Transport } from './scene.ts'
import { exceptions, given, readOff } from './exceptions.ts'
import { sessionCalls, specOf, type Who } from './twins.ts'
import { valueOf } from './field-records.ts'

export interface Foreign {
  path: Path
  field: IdField
  /** A record of the other operator, an own one, and a nonexistent one. */
  foreign: unknown
  own: unknown
  missing: unknown
}

/** Every field of every call with its values, and those without a known foreign record. */
export function foreignFields({ mine, theirs }: Scene): { known: Foreign[]; given: Foreign[]; unknown: string[] } {
  const known: Foreign[] = []
  const named: Foreign[] = []
  const unknown = new Set<string>()
  for (const path of sessionCalls.filter((one) => !specOf(one).demo)) {
    for (const field of idFields(inputSchema(path))) {
      const of = `${path} ${field.name}`
      const left = (specOf(path).kind === 'call' && readOff.test(of)) || exceptions.some((one) => one.of.test(of))
      if (left) continue
      const [foreign, own] = [valueOf(path, field, theirs, mine), valueOf(path, field, mine, theirs)]
      if (foreign === undefined || foreign === own) unknown.add(of)
      else
        (given.some((one) => one.test(of)) ? named : known).push({
          path,
          field,
          foreign,
          own,
          missing: nobodyOf(foreign),
        })
    }
  }
  return { known, given: named, unknown: [...unknown] }
}

/** All names used by the matrix: own answers may repeat them. */
export const askedFor = (fields: readonly Foreign[]): string => fields.map(({ foreign }) => String(foreign)).join(' ')

export interface Asked {
  checks: number
  /** Refused before any lookup: no test of the record. */
  refused: number
  faults: string[]
}

export interface Manner {
  who: readonly [string, Who]
  transport?: Transport
  /** Fields beside those of the call's own input. */
  more?: object
  /** Only the first of the field's forms. */
  once?: boolean
  /** Words that any answer may contain. */
  asked?: string
}

/** The API log contains a key's former request at the next one: the state before both is restored. */
const asItWas = (path: Path) =>
  path.startsWith('admin_vno/enrollments/apirequests/')
    ? { filter: { created_at: { lt: new Date().toISOString() } } }
    : {}

/** One field in each of its forms, by one person. */
export async function askForeign(
  { ask, base, canary }: Scene,
  { path, field, foreign, own, missing }: Foreign,
  { who: [name, who], transport = 'json', more = {}, once = false, asked = String(foreign) }: Manner,
): Promise<Asked> {
  const result: Asked = { checks: 0, refused: 0, faults: [] }
  const whole = { ...base(path), ...asItWas(path), ...more }
  const inputs = (value: unknown) => field.forms(whole, value, own).slice(0, once ? 1 : undefined)
  const nobodys = inputs(missing)
  for (const [index, query] of inputs(foreign).entries()) {
    const one = await ask(path, query, who, transport)
    if (codeOf(one) === 'PRIVILEGE_DENIED') {
      result.refused++
      continue
    }
    const other = await ask(path, nobodys[index] ?? {}, who, transport)
    const [here, there] = [comparable(one, foreign, missing), comparable(other, foreign, missing)]
    const where = `${name}: ${path} ${field.name} ${JSON.stringify(query).slice(0, 300)}`
    if (here !== there) result.faults.push(`${where}\n  ${here.slice(0, 300)}\n  ${there.slice(0, 300)}`)
    for (const { status } of [one, other]) if (status >= 500) result.faults.push(`${where} answers ${status}`)
    const word = canary(readable(one.bytes), asked)
    if (word !== null) result.faults.push(`${where} says ${word}`)
    result.checks += 2
  }
  return result
}
