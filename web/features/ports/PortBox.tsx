import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { text } from '../../ui/text.ts'

/** Box of a port, with the port ringed; nothing while loading. */
export function PortBox({
  ctoId,
  number,
  size = 'small',
}: {
  ctoId: number
  number: number
  size?: 'small' | 'large'
}) {
  const cto = useCto(ctoId)
  if (!cto?.ports) return <div className="hl-box-place" />
  const total = boxSize(cto.ports_total)
  return (
    <>
      <Faceplate
        ports={cto.ports}
        total={total}
        size={size}
        title={boxLabel(cto.code)}
        subtitle={text('faceplate.ports', { count: cto.ports_total })}
        splitter={cto.splitter.ratio}
        ring={[{ port: number, kind: 'working' }]}
      />
      <FaceplateLegend ports={cto.ports} total={total} working={number} />
    </>
  )
}
