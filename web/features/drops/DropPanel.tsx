import type { Drop } from '@hilo/contract/drops.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { DropFacts } from './DropFacts.tsx'

/** `VAL01-0312-07/05`: the last part is the port number. */
const numberOf = (label: string) => Number(/\/(\d+)$/.exec(label)?.[1] ?? 0)

/** Box of the drop, with its port ringed. */
export function DropBox({ drop, size }: { drop: Drop; size: 'small' | 'large' }) {
  const cto = useCto(drop.cto_id ?? 0)
  if (drop.cto_id === null) return <p className="hl-hint">{text('drop.nowhere')}</p>
  if (!cto?.ports) return <div className="hl-box-place" />
  const total = boxSize(cto.ports_total)
  const number = drop.port ? numberOf(drop.port.code) : 0
  return (
    <>
      <Faceplate
        ports={cto.ports}
        total={total}
        size={size}
        title={boxLabel(cto.code)}
        subtitle={text('faceplate.ports', { count: cto.ports_total })}
        splitter={cto.splitter.ratio}
        ring={number > 0 ? [{ port: number, kind: 'working' }] : []}
      />
      <FaceplateLegend ports={cto.ports} total={total} working={number || undefined} />
    </>
  )
}

function Body({ record: drop }: PanelProps<Drop>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="drop_state" word={drop.state} />
        {drop.access && <span className="code">{drop.access.code}</span>}
      </div>
      <DropBox drop={drop} size="small" />
      <hr className="hl-rule" />
      <DropFacts drop={drop} />
    </>
  )
}

function Foot({ record: drop }: PanelProps<Drop>) {
  return (
    <LinkButton kind="main" to="/vno/acometidas/$id" params={{ id: String(drop.id) }}>
      {text('drop.open')}
    </LinkButton>
  )
}

export const dropPanel: PanelParts<Drop> = { Body, Foot }
