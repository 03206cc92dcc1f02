/** Reasons for leaving a box before the work is done. Pure. */
import { boxConditions } from '@hilo/domain/hair-change.ts'
import { otherReason, reasonCatalogues, reasonText, type ReasonCatalogue } from '@hilo/domain/reason.ts'
import { condition } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

/** Cancelled, stopped without a usable port, or no access to the box. */
export type Why = 'cancel' | 'stop' | 'no_access'
export interface Reason {
  code: string
  name: string
}
export type Catalogues = Partial<Record<ReasonCatalogue, readonly Reason[]>>

const catalogueOf = { cancel: 'event_cancel', stop: 'event_cancel', no_access: 'no_access' } as const
/** Minimum comment length, in characters, for a reason that explains nothing by itself. */
const least = 10
/** Reasons unrelated to the port or the box. */
const personal: readonly string[] = ['cliente_ausente', 'cliente_desiste', 'sin_acceso']

/** The operator's own catalogue, or else the default one. */
export const namedReasons = (catalogue: ReasonCatalogue, { [catalogue]: own }: Catalogues): readonly Reason[] =>
  own ?? reasonCatalogues[catalogue].map((code) => ({ code, name: text(reasonText(catalogue, code)) }))

/** Reasons to choose from; for a box problem, the box conditions as well. */
export function leaveReasons(why: Why, catalogues: Catalogues): Reason[] {
  const all = namedReasons(catalogueOf[why], catalogues)
  if (why !== 'stop') return [...all]
  const box = boxConditions.map((code) => ({ code: String(code), name: text(condition.of(code)?.label ?? '') }))
  return [...box, ...all.filter(({ code }) => !personal.includes(code))]
}

/** First missing field; null if complete. */
export function reasonGap(chosen: Reason | undefined, comments: string): 'reason' | 'comments' | null {
  if (chosen === undefined) return 'reason'
  return chosen.code === otherReason && comments.trim().length < least ? 'comments' : null
}

/** Reason and comment as one sentence for the record. */
export function reasonSentence(chosen: Reason | undefined, comments: string, agreed: string | null): string {
  return [chosen?.name, comments.trim(), agreed].filter(Boolean).join('. ').slice(0, 1000)
}

/** Reason of a visit without access as the step keeps it: the reason's name, then the comment. */
export const noAccessText = (chosen: Reason | undefined, comments: string): string =>
  chosen === undefined ? comments : comments === '' ? chosen.name : `${chosen.name}. ${comments}`

/** The parts of a kept reason; words that start with no reason's name are a comment. */
export function readNoAccess(stored: string, reasons: readonly Reason[]): { code: string | null; comments: string } {
  const chosen = reasons.find(({ name }) => stored === name || stored.startsWith(`${name}. `))
  if (chosen === undefined) return { code: null, comments: stored }
  return { code: chosen.code, comments: stored.slice(chosen.name.length + 2) }
}
