import type { ReactNode } from 'react'
import { text } from '../../ui/text.ts'

export interface Fact {
  /** Text key of the name. */
  name: string
  value: ReactNode
}

/** Name–value pairs in a column; pairs without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | null | false)[] }) {
  return (
    <dl className="hl-facts grid">
      {facts.map(
        (fact) =>
          fact &&
          fact.value != null &&
          fact.value !== '' &&
          fact.value !== false && (
            <div className="lines-16" key={fact.name}>
              <dt className="ink-2">{text(fact.name)}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
