/** Why somebody leaves a box before the work is done. Pure. */
import { boxConditions } from '@hilo/domain/hair-change.ts'
import { alwaysThere, reasonCatalogues, reasonText, type ReasonCatalogue } from '@hilo/domain/reason.ts'
import { condition } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

/** Given up, left without a port, or never got in. */
export type Why = 'cancel' | 'stop' | 'no_access'
export interface Reason {
  code: string
  name: string
}
export type Catalogues = Partial<Record<ReasonCatalogue, readonly Reason[]>>

const catalogueOf = { cancel: 'event_cancel', stop: 'event_cancel', no_access: 'no_access' } as const
/** Words that a reason takes which says nothing by itself. */
const least = 10
/** Reasons that have nothing to do with the port or the box. */
const personal: readonly string[] = ['cliente_ausente', 'cliente_desiste', 'sin_acceso']

/** An operator's own catalogue, or the product's. */
export const namedReasons = (catalogue: ReasonCatalogue, { [catalogue]: own }: Catalogues): readonly Reason[] =>
  own ?? reasonCatalogues[catalogue].map((code) => ({ code, name: text(reasonText(catalogue, code)) }))

/** What there is to choose from: the operator's own catalogue, or the product's; for the box its conditions too. */
export function leaveReasons(why: Why, catalogues: Catalogues): Reason[] {
  const all = namedReasons(catalogueOf[why], catalogues)
  if (why !== 'stop') return [...all]
  const box = boxConditions.map((code) => ({ code: String(code), name: text(condition.of(code)?.label ?? '') }))
  return [...box, ...all.filter(({ code }) => !personal.includes(code))]
}

/** The field that is still missing; null when it may be sent. */
export function reasonGap(chosen: Reason | undefined, comments: string): 'reason' | 'comments' | null {
  if (chosen === undefined) return 'reason'
  return chosen.code === alwaysThere && comments.trim().length < least ? 'comments' : null
}

/** One sentence for the record. */
export function sayReason(chosen: Reason | undefined, comments: string, agreed: string | null): string {
  return [chosen?.name, comments.trim(), agreed].filter(Boolean).join('. ').slice(0, 1000)
}
