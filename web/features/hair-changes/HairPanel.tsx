import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { HairBox, HairEnds } from './HairBox.tsx'
import { HairFacts } from './HairFacts.tsx'
import { verdictOf } from './hair-words.ts'

function Body({ record: change }: PanelProps<HairChange>) {
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="process_state" value={change.process_state} />
        {verdictOf(change).title}
      </div>
      <HairEnds change={change} />
      <HairBox change={change} size="small" />
      <hr className="hl-rule" />
      <HairFacts change={change} />
    </>
  )
}

function Foot({ record: change }: PanelProps<HairChange>) {
  return (
    <LinkButton kind="main" to="/vno/cambios-pelo/$id" params={{ id: String(change.id) }}>
      {text('hair.open')}
    </LinkButton>
  )
}

export const hairPanel: PanelParts<HairChange> = { Body, Foot }
