import { text } from '../../ui/text.ts'
import { drawValue } from '../registry/compile.ts'
import { cells, powerLevel } from '../registry/components.tsx'
import type { Shown } from './config.ts'

/** Values that show what a format does: those of a power near its limits, otherwise the list's own first one. */
function samples(shown: Shown, own: unknown): unknown[] {
  if (shown.component === 'dbm')
    return [-19.42, (Number(shown.props.warn ?? -24) + Number(shown.props.fail ?? -26)) / 2, null]
  return own === undefined || own === null ? [null] : [own, null]
}

function caseText(shown: Shown, value: unknown): string {
  if (value === null) return text(shown.component === 'dbm' ? 'list.preview.noLight' : 'list.preview.empty')
  if (shown.component !== 'dbm') return text('list.preview.first')
  return text(`list.preview.${powerLevel(value, shown.props) ?? 'ok'}`)
}

/** What is stored, and how it will look: the same drawing as in the table. */
export function Preview({ shown, sample }: { shown: Shown; sample: unknown }) {
  return (
    <table className="hl-preview">
      <thead>
        <tr>
          <th scope="col">{text('list.preview.stored')}</th>
          <th scope="col">{text('list.preview.case')}</th>
          <th scope="col">{text('list.preview.result')}</th>
        </tr>
      </thead>
      <tbody>
        {samples(shown, sample).map((value, place) => (
          <tr key={place}>
            <td>
              {value === null ? text('list.preview.none') : (cells[shown.component].text(value, {}) ?? String(value))}
            </td>
            <td className="hl-faint">{caseText(shown, value)}</td>
            <td>{drawValue(shown, value).node ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
