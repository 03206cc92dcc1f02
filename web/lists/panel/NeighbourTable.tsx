import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { cutsCount, neighbourNote } from '@hilo/domain/neighbour-look.ts'
import { formatDuration, formatNumber, formatPower } from '../../ui/format.ts'
import { NeighbourDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { choiceText } from '../text.ts'
import './neighbour-table.css'

type Neighbour = Report['diff'][number]
type Seen = Neighbour['before']

/** The power in dBm if the user may see it, otherwise whether there is light. */
function seenText(seen: Seen): string {
  if (seen === null) return text('neighbours.none')
  return formatPower(seen.rx_dbm) ?? choiceText('light', seen.light)
}

function cutsText(neighbour: Neighbour): string {
  const { cuts, longest_cut_s: longest } = neighbour
  if (cuts.length === 0) return '–'
  if (!cutsCount(neighbour)) return text('neighbours.cuts.not_counted', { count: cuts.length })
  return text('neighbours.cuts', { count: cuts.length, longest: formatDuration(longest) })
}

function Row({ neighbour, own }: { neighbour: Neighbour; own: boolean }) {
  const note = neighbourNote(neighbour)
  return (
    <tr data-level={neighbour.level}>
      <th scope="row">{neighbour.port}</th>
      {own && (
        <td>{neighbour.access ? <span className="code">{neighbour.access.code}</span> : text('neighbours.other')}</td>
      )}
      <td>{seenText(neighbour.before)}</td>
      <td>{seenText(neighbour.after)}</td>
      <td>{neighbour.delta_db === null ? '–' : formatNumber(neighbour.delta_db, 2)}</td>
      <td>{cutsText(neighbour)}</td>
      <td>
        <NeighbourDot of={neighbour} />
        {note && <small className="hl-note push">{text(note.key)}</small>}
      </td>
    </tr>
  )
}

/** Every neighbour before and after the work. */
export function NeighbourTable({ diff }: { diff: readonly Neighbour[] }) {
  const own = diff.some(({ access }) => access !== null)
  if (diff.length === 0) return <p className="hl-hint">{text('neighbours.unchanged')}</p>
  return (
    <table className="table hl-neighbours lines-xs nowrap">
      <thead>
        <tr>
          <th scope="col">{text('neighbours.port')}</th>
          {own && <th scope="col">{text('neighbours.access')}</th>}
          <th scope="col">{text('neighbours.before')}</th>
          <th scope="col">{text('neighbours.after')}</th>
          <th scope="col">{text('neighbours.delta')}</th>
          <th scope="col">{text('neighbours.cut')}</th>
          <th scope="col">{text('neighbours.class')}</th>
        </tr>
      </thead>
      <tbody>
        {diff.map((neighbour) => (
          <Row key={neighbour.port} neighbour={neighbour} own={own} />
        ))}
      </tbody>
    </table>
  )
}
