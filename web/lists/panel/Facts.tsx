import type { ReactNode } from 'react'
import { text } from '../../ui/text.ts'

export interface Fact {
  /** Key of its name. */
  name: string
  value: ReactNode
}

/** Names and values, one under the other; what has no value is left out. */
export function Facts({ facts }: { facts: readonly (Fact | null | false)[] }) {
  return (
    <dl className="hl-facts">
      {facts.map(
        (fact) =>
          fact &&
          fact.value != null &&
          fact.value !== '' &&
          fact.value !== false && (
            <div key={fact.name}>
              <dt>{text(fact.name)}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
