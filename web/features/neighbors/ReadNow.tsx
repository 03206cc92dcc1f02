import type { Output } from '@hilo/contract/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Page.tsx'
import { saveCsv } from '../../lists/download/save-csv.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatPower, formatPowerUnit } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './massive.module.css'
import { looks, type Face } from './state-looks.ts'

export type ReadAnswer = Extract<Output<'admin_vno/neighbors/queryStateVNO'>, { records: unknown }>
type OwnState = ReadAnswer['records'][number]

/** A line without a reading whose OLT did not answer was not read; its state is not known. */
const faceOf = ({ state, error, read_at }: OwnState): Face => (error !== null && read_at === null ? 'failed' : state)
const faceText = (face: Face) => (face === 'failed' ? text('massive.face.failed') : choiceText('ont_state', face))
const placeOf = ({ cto, port_number }: OwnState) => `${boxLabel(cto.code)}/${port_number}`

const columns = ['code', 'state', 'cto', 'rx_dbm', 'olt_rx_dbm', 'read_at'] as const

function save({ records, unknown }: ReadAnswer): void {
  const rows = records.map((one) => [
    one.access.code,
    faceText(faceOf(one)),
    placeOf(one),
    formatPower(one.rx_dbm) ?? '',
    formatPower(one.olt_rx_dbm) ?? '',
    one.read_at ? formatDateTime(one.read_at) : '',
  ])
  const missing = unknown.map((one) => [String(one), text('massive.unknown')])
  const heads = columns.map((column) => text(`column.massiveResults.${column}`))
  saveCsv([heads, ...rows, ...missing], text('massive.now.file'))
}

/** Result of a small query, read at once. */
export function ReadNow({ read }: { read: ReadAnswer }) {
  const { records, unknown } = read
  return (
    <Card
      title={text('massive.now', { count: records.length })}
      aside={
        <Button size="small" onClick={() => save(read)}>
          {text('massive.download.csv')}
        </Button>
      }
    >
      {unknown.length > 0 && (
        <p className="note" data-tone="warning" role="status">
          {text('massive.missing', { count: unknown.length })} <span className="code">{unknown.join(', ')}</span>
        </p>
      )}
      <ul className={`grid ${styles.states}`}>
        {records.map((state) => {
          const face = faceOf(state)
          return (
            <li className="grid middle line-bottom phone-one" key={state.access_id}>
              <b className="code">{state.access.code}</b>
              <span className="inline-flex gap-6 middle">
                <Shape kind={looks[face][0]} tone={looks[face][1]} size={10} />
                {faceText(face)}
              </span>
              <span className="code">{placeOf(state)}</span>
              <span>{formatPowerUnit(state.rx_dbm) ?? '–'}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
