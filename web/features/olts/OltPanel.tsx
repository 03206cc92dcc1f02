import type { RecordOf } from '@hilo/contract/index.ts'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../api/clock.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { formatAgo, formatNumber, formatPower, formatStamp } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { useFollowing } from '../../ui/use-following.ts'
import { offsetLength } from './clock-offset.ts'
import styles from './olt-panel.module.css'

type Olt = RecordOf<'admin_vno/olts/get'>
type Pon = NonNullable<Olt['pons']>[number]

/** Read budget of the OLT, and the end of an open breaker. */
function ReadBudget({ olt }: { olt: Olt }) {
  const { sessions_most: most, sessions_peak: peak, reads, closed_until, powers_closed_until } = olt
  return (
    <>
      <p>
        {most === null
          ? text('list.olts.budget.never')
          : text('list.olts.budget', { count: most, peak, reads: formatNumber(reads) })}
      </p>
      {closed_until !== null && (
        <p className="note" data-tone="danger">
          {text('list.olts.closed', { time: formatStamp(closed_until) })}
        </p>
      )}
      {powers_closed_until !== null && (
        <p className="note" data-tone="warning">
          {text('list.olts.powersClosed', { time: formatStamp(powers_closed_until) })}{' '}
          {closed_until === null && text('list.olts.powersClosed.only')}
        </p>
      )}
    </>
  )
}

function clockSentence({ clock_offset_ms: ms, clock_measured_at: at }: Olt): string {
  if (ms === null || at === null) return text('list.olts.clock.never')
  const values = { length: offsetLength(ms), ago: formatAgo(at, serverNow()) }
  if (ms === 0) return text('list.olts.clock.onTime', values)
  return text(ms > 0 ? 'list.olts.clock.ahead' : 'list.olts.clock.behind', values)
}

/** Whether its alarms are heard, and whether its times count. */
function Hearing({ olt }: { olt: Olt }) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="olt_listening" word={olt.listening} />
        <ChoiceDot of="olt_clock" word={olt.clock} />
      </div>
      <p>
        {text(`list.olts.heard.${olt.listening}`)}{' '}
        {olt.last_alarm_at === null
          ? text('list.olts.lastAlarm.none')
          : text('list.olts.lastAlarm', { ago: formatAgo(olt.last_alarm_at, serverNow()) })}
      </p>
      <p>
        {clockSentence(olt)} {olt.clock === 'no_fiable' && text('list.olts.clock.ignored')}
      </p>
    </>
  )
}

const columns = ['pon', 'tx', 'boxes', 'ports', 'strays'] as const

/** What hangs on each PON; a PON links to its boxes. `olt`: its code, which the PONs' codes begin with. */
function Pons({ pons, olt }: { pons: readonly Pon[]; olt: string }) {
  if (pons.length === 0) return <p className="hl-hint">{text('list.olts.pons.none')}</p>
  return (
    <table className={`table lines-xs ${styles.pons}`}>
      <caption className="hidden-visually">{text('list.olts.pons')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {text(`list.olts.pons.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pons.map((pon) => (
          <tr key={pon.id}>
            <th scope="row">
              {session.can('cto_view') ? (
                <Link
                  className="code accent"
                  to="/vno/ctos"
                  search={{ pon_code: pon.code }}
                  aria-label={text('list.olts.pons.open', { code: pon.code })}
                >
                  {shortCode(pon.code, olt)}
                </Link>
              ) : (
                <span className="code">{shortCode(pon.code, olt)}</span>
              )}
            </th>
            <td>{formatPower(pon.tx_dbm) ?? '–'}</td>
            <td>{formatNumber(pon.boxes)}</td>
            <td>
              {text('list.olts.ofTotal', { used: formatNumber(pon.ports_used), total: formatNumber(pon.ports_total) })}
            </td>
            <td data-strays={pon.strays > 0 || undefined}>{formatNumber(pon.strays)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shortCode = (pon: string, olt: string): string => (pon.startsWith(`${olt}/`) ? pon.slice(olt.length + 1) : pon)

function Body({ record: olt, refresh }: PanelProps<Olt>) {
  useFollowing(true, refresh)
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="olt_reading" word={olt.reading} />
        {olt.name}
      </div>
      <Facts
        facts={[
          { name: 'column.olts.exchange_code', value: <span className="code">{olt.exchange_code}</span> },
          { name: 'list.olts.hardware', value: `${olt.vendor} ${olt.model}` },
          { name: 'column.olts.optic_class', value: olt.optic_class },
        ]}
      />
      <hr className="hl-rule" />
      <h3>{text('list.olts.budget.title')}</h3>
      <ReadBudget olt={olt} />
      <hr className="hl-rule" />
      <h3>{text('list.olts.heard')}</h3>
      <Hearing olt={olt} />
      <hr className="hl-rule" />
      <h3>{text('list.olts.pons')}</h3>
      {olt.pons && <Pons pons={olt.pons} olt={olt.code} />}
    </>
  )
}

/** All boxes of the OLT, where the codes of its PONs begin with its own. */
function Foot({ record: { code: own, boxes_count: boxes, pons } }: PanelProps<Olt>) {
  const isPrefix = pons?.every(({ code }) => code.startsWith(`${own}/`)) ?? false
  if (boxes === 0 || !isPrefix || !session.can('cto_view')) return null
  return (
    <LinkButton kind="main" to="/vno/ctos" search={{ pon_code: `${own}/*` }}>
      {text('list.olts.boxes')}
    </LinkButton>
  )
}

export const oltPanel: PanelParts<Olt> = { Body, Foot }
