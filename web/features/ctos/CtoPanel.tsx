import type { Cto } from '@hilo/contract/ctos.ts'
import { AnchorButton, LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { CtoFacts, routeTo } from './CtoFacts.tsx'

function Body({ record }: PanelProps<Cto>) {
  const whole = useCto(record.id)
  const ports = record.ports ?? whole?.ports
  const total = boxSize(record.ports_total)
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="cto" value={record.state} />
        {text('list.ctos.freeOf', { free: record.ports_free, total: record.ports_total })}
      </div>
      {ports ? (
        <>
          <Faceplate ports={ports} total={total} size="small" title={boxLabel(record.code)} />
          <FaceplateLegend ports={ports} total={total} />
        </>
      ) : (
        <div className="hl-box-place" />
      )}
      <hr className="hl-rule" />
      <CtoFacts cto={record} />
    </>
  )
}

function Foot({ record }: PanelProps<Cto>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/ctos/$id" params={{ id: String(record.id) }}>
        {text('list.ctos.open')}
      </LinkButton>
      <AnchorButton href={routeTo(record.position)} target="_blank" rel="noreferrer">
        {text('list.ctos.route')}
      </AnchorButton>
    </>
  )
}

export const ctoPanel: PanelParts<Cto> = { Body, Foot }
