import { text } from '../../ui/text.ts'
import { formatValue } from '../registry/compile.ts'
import { cells, powerLevel } from '../registry/components.tsx'
import type { ShownColumn } from './config.ts'

/** Preview values: for a power, values around its limits; otherwise the list's first row. */
function samples(shown: ShownColumn, own: unknown): unknown[] {
  if (shown.component === 'dbm')
    return [-19.42, (Number(shown.props.warn ?? -24) + Number(shown.props.fail ?? -26)) / 2, null]
  return own === undefined || own === null ? [null] : [own, null]
}

function caseText(shown: ShownColumn, value: unknown): string {
  if (value === null) return text(shown.component === 'dbm' ? 'list.preview.noLight' : 'list.preview.empty')
  if (shown.component !== 'dbm') return text('list.preview.first')
  return text(`list.preview.${powerLevel(value, shown.props) ?? 'ok'}`)
}

/** The stored value and its formatted result, drawn as in the table. */
export function FormatPreview({ shown, sample }: { shown: ShownColumn; sample: unknown }) {
  return (
    <table className="table hl-preview lines-xs line round">
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
            <td>{formatValue(shown, value).node ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
