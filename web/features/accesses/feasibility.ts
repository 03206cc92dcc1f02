import type { Input, RecordOf } from '@hilo/contract/index.ts'
import { maxDropM } from '@hilo/domain/feasibility.ts'
import { limits } from '@hilo/domain/optics.ts'
import { formatNumber } from '../../ui/format.ts'

export type Inquiry = RecordOf<'admin_vno/feasibility/get'>
export type Candidate = Inquiry['ctos'][number]
export type Question = Omit<Input<'admin_vno/feasibility/check'>, 'client_request_id'>

/** The question of an inquiry, to repeat it. */
export function questionOf({ asked }: Pick<Inquiry, 'asked'>): Question {
  const { address, uuii, position, postal_code, product } = asked as Question
  return {
    ...(address !== undefined && { address }),
    ...(uuii !== undefined && { uuii }),
    ...(position !== undefined && { position }),
    ...(postal_code !== undefined && { postal_code }),
    ...(product !== undefined && { product }),
  }
}

/** Home of a question as text; null for coordinates only. */
export function homeOf({ address, uuii, postal_code }: Question): string | null {
  if (typeof address === 'string') return address
  if (address) {
    const street = [address.street, address.number].filter(Boolean).join(' ')
    return [street, [address.postal_code, address.municipality].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  }
  return uuii ?? postal_code ?? null
}

/** Home of an inquiry: address or coordinates. */
export function askedText(inquiry: Pick<Inquiry, 'asked'>): string {
  const question = questionOf(inquiry)
  const { position } = question
  return homeOf(question) ?? (position ? `${formatNumber(position.lat, 5)}; ${formatNumber(position.lon, 5)}` : '')
}

/** Minimum ONT power, dBm: that of the weakest class, which holds for all. */
export const failsBelow = limits('ont', 'B+').low

type Hindrance = 'full' | 'condition' | 'far'

/** Why a box cannot serve the home as it is; null if it can. */
function hindranceOf({ distance_m, free_ports, conditions }: Candidate): Hindrance | null {
  if (free_ports === 0) return 'full'
  if (conditions.length > 0) return 'condition'
  return distance_m !== null && distance_m > maxDropM ? 'far' : null
}

/** Why no port of a box can be reserved; null if one can. `old`: the answer has expired. */
export function whyNoPort(
  { result }: Inquiry,
  candidate: Candidate,
  old: boolean,
): Hindrance | 'old' | 'result' | null {
  if (old) return 'old'
  return hindranceOf(candidate) ?? (result === 'factible' ? null : 'result')
}
