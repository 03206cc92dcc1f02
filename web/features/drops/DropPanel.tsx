import type { Drop } from '@hilo/contract/drops.ts'
import { Link } from '@tanstack/react-router'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { DropFacts } from './DropFacts.tsx'

/** `VAL01-0312-07/05`: the last part is the number printed beside the port. */
const numberOf = (label: string) => Number(/\/(\d+)$/.exec(label)?.[1] ?? 0)

/** The box from which it hangs, with its port ringed. */
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
        splitter={text('faceplate.splitter', { ratio: cto.splitter.ratio })}
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
    <Link className="hl-button hl-main-button" to="/vno/acometidas/$id" params={{ id: String(drop.id) }}>
      {text('drop.open')}
    </Link>
  )
}

export const dropPanel: PanelParts<Drop> = { Body, Foot }
