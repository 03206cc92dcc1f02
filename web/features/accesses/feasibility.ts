import type { Input, RecordOf } from '@hilo/contract/index.ts'
import { maxDropM } from '@hilo/domain/feasibility.ts'
import { limits } from '@hilo/domain/optics.ts'

export type Inquiry = RecordOf<'admin_vno/feasibility/get'>
export type Candidate = Inquiry['ctos'][number]
export type Question = Omit<Input<'admin_vno/feasibility/check'>, 'client_request_id'>

/** What was asked, as it can be asked again. */
export function questionOf({ asked }: Inquiry): Question {
  const { address, uuii, position, postal_code, product } = asked as Question
  return {
    ...(address !== undefined && { address }),
    ...(uuii !== undefined && { uuii }),
    ...(position !== undefined && { position }),
    ...(postal_code !== undefined && { postal_code }),
    ...(product !== undefined && { product }),
  }
}

/** The home of a question in words; null for a bare point. */
export function homeOf({ address, uuii, postal_code }: Question): string | null {
  if (typeof address === 'string') return address
  if (address) {
    const street = [address.street, address.number].filter(Boolean).join(' ')
    return [street, [address.postal_code, address.municipality].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  }
  return uuii ?? postal_code ?? null
}

/** Below this an ONT must not be left, dBm; that of the weakest class, which holds for all. */
export const failsBelow = limits('ont', 'B+').low

/** A box that a home can be connected to as it is. */
export const reaches = ({ distance_m, free_ports, conditions }: Candidate): boolean =>
  free_ports > 0 && conditions.length === 0 && (distance_m === null || distance_m <= maxDropM)
