import { lineKind } from './survey.ts'
import type { Survey } from './survey.ts'
import { at } from './rng.ts'
import { tenants } from './tenants.ts'

/** Iterates a set of lines in pseudo-random order, so that each gets work before any gets more. */
interface Round {
  next(): number
}

function gcd(one: number, other: number): number {
  return other === 0 ? one : gcd(other, one % other)
}

function round(lines: Int32Array): Round {
  let stride = Math.max(1, Math.floor(lines.length * 0.618))
  while (gcd(stride, lines.length) > 1) stride += 1
  let position = 0
  return {
    next: () => {
      position = (position + stride) % lines.length
      return at(lines, position)
    },
  }
}

export interface Rounds {
  /** Lines to be activated. */
  enrolled: Round
  /** Faulty lines in service. */
  active: Round
  ceased: Round
  /** By operator: lines waiting for their customer, and lines in service; some hundred at most. */
  pending: number[][]
  serving: number[][]
}

const kept = 200

/** Groups the lines by possible work. */
export function roundsOf(survey: Survey): Rounds {
  const some = (kind: number) => {
    let count = 0
    const found = new Int32Array(survey.lines)
    for (let line = 0; line < survey.lines; line++) if (survey.kind[line] === kind) found[count++] = line
    return found.subarray(0, count)
  }
  const active = some(lineKind.active)
  const byTenant = (lines: Int32Array) => {
    const groups: number[][] = tenants.map(() => [])
    const take = round(lines)
    for (let n = 0; n < Math.min(lines.length, 20_000); n++) {
      const line = take.next()
      const group = at(groups, at(survey.tenant, line))
      if (group.length < kept) group.push(line)
    }
    return groups
  }
  return {
    enrolled: round(active),
    active: round(active),
    ceased: round(some(lineKind.ceased)),
    pending: byTenant(some(lineKind.pending)),
    serving: byTenant(active),
  }
}
