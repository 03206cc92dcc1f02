import type { LinkState } from '@hilo/domain/status.ts'
import type { RawData } from '@hilo/contract/accesses/ont.ts'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { Icon } from '../../lists/icons.tsx'
import { choiceText } from '../../lists/text.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import {
  formatDateTime,
  formatDistance,
  formatDuration,
  formatNumber,
  formatPowerUnit,
  formatStamp,
} from '../../ui/format.ts'
import { PowerHistory } from '../../ui/plots/PowerHistory.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './data.module.css'

/** A counter that the OLT lacks is not zero. */
const counted = (value: number | null) => (value === null ? null : formatNumber(value))

export function RawDataScreen() {
  const access_id = useRouteId()
  const answer = useCall('admin_vno/ont/retrieveData', { access_id })
  return (
    <Page
      title={text('data.title')}
      lead={answer.data && <Lead data={answer.data.record} />}
      actions={answer.data && <CopyButton data={answer.data.record} />}
    >
      <QueryState answer={answer} height={480}>
        {({ record }) => <Data data={record} answer={answer} />}
      </QueryState>
    </Page>
  )
}

function Lead({ data: { access, taken_at, source } }: { data: RawData }) {
  return (
    <>
      <Link className="code" to="/vno/accesos/$id" params={{ id: String(access.id) }}>
        {access.code}
      </Link>
      , {text(`data.source.${source}`, { time: formatStamp(taken_at) })}
    </>
  )
}

/** Copies the raw data, for a ticket. */
function CopyButton({ data }: { data: RawData }) {
  const copy = () => copyText(JSON.stringify(data, null, 2), text('data.copied'))
  return (
    <Button onClick={copy}>
      <Icon name="copy" />
      {text('data.copy')}
    </Button>
  )
}

type Answer = ComponentProps<typeof PowerHistory>['answer']

function Data({ data, answer }: { data: RawData; answer: Answer }) {
  const asked = useCall(
    'admin_vno/accesses/get',
    { id: data.access.id },
    { enabled: session.can('retrieve-access_view') || session.can('retrieve-access-vno_view') },
  )
  const cto = useCto(asked.data?.records[0]?.cto_id)
  const { ont, counters, profile, vlan } = data
  const side = (value: LinkState | null) => value && text(`data.${value}`)
  return (
    <>
      <div className={`grid gap-12 ${styles.columns}`}>
        <Values
          title={text('data.ont')}
          values={[
            ['column.accesses.ont.serial', ont.serial],
            ['column.accesses.ont.model', ont.model],
            ['access.sw', ont.sw],
            ['column.accesses.ont.state', choiceText('ont_state', ont.state)],
            ['column.accesses.ont.rx_dbm', formatPowerUnit(ont.rx_dbm)],
            ['column.accesses.ont.olt_rx_dbm', formatPowerUnit(ont.olt_rx_dbm)],
            ['column.accesses.ont.distance_m', ont.distance_m === null ? null : formatDistance(ont.distance_m)],
            ['data.uptime', ont.uptime_s === null ? null : formatDuration(ont.uptime_s)],
          ]}
        />
        <Values
          title={text('data.service')}
          values={[
            ['data.profile', profile],
            ['access.vlan', vlan && text('access.vlan.value', { s: vlan.s ?? '–', c: vlan.c ?? '–' })],
            ['data.ethernet', side(ont.ethernet)],
            ['data.session', side(ont.session)],
          ]}
        />
        <Values
          title={text('data.counters')}
          values={
            counters === null
              ? []
              : [
                  ['data.rx_bytes', counted(counters.rx_bytes)],
                  ['data.tx_bytes', counted(counters.tx_bytes)],
                  ['data.bip', counted(counters.bip)],
                  ['data.fec_corrected', counted(counters.fec_corrected)],
                  ['data.fec_uncorrected', counted(counters.fec_uncorrected)],
                ]
          }
        />
      </div>
      <PowerHistory title={text('power.title')} answer={answer} opticClass={cto?.upstream.optic_class ?? 'B+'} />
      <div className={`grid gap-12 top ${styles.tables}`}>
        <Downs downs={data.downs} />
        <Series series={data.series} />
      </div>
    </>
  )
}

function Values({ title, values }: { title: string; values: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Card title={title}>
      {values.length === 0 ? (
        <p className="ink-2">{text('data.none')}</p>
      ) : (
        <dl className="grid gap-6">
          {values.map(([name, value]) => (
            <div className="flex gap-2 gap-x-12 wrap between lines-xs" key={name}>
              <dt className="ink-2">{text(name)}</dt>
              <dd className="code">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function Downs({ downs }: { downs: RawData['downs'] }) {
  return (
    <Card bare title={text('data.downs')}>
      {downs.length === 0 ? (
        <p className="padded ink-2">{text('data.downs.none')}</p>
      ) : (
        <table className="table lines-xs">
          <thead>
            <tr>
              <th>{text('data.at')}</th>
              <th>{text('data.cause')}</th>
              <th>{text('data.lasted')}</th>
            </tr>
          </thead>
          <tbody>
            {downs.map(({ at, cause, up_at }) => (
              <tr key={at}>
                <td>{formatDateTime(at)}</td>
                <td>{text(`data.cause.${cause}`)}</td>
                <td>
                  {up_at === null ? text('data.still') : formatDuration((Date.parse(up_at) - Date.parse(at)) / 1000)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const perPage = 24

/** Power readings by day, newest first. */
function Series({ series }: { series: RawData['series'] }) {
  const [page, setPage] = useState(0)
  const newest = series.toReversed()
  const shown = newest.slice(page * perPage, (page + 1) * perPage)
  const last = Math.ceil(newest.length / perPage) - 1
  return (
    <Card
      bare
      title={text('data.series')}
      aside={
        <span className="inline-flex gap-6">
          <Button
            size="small"
            aria-disabled={page >= last || undefined}
            onClick={() => setPage(Math.min(last, page + 1))}
          >
            {text('data.older')}
          </Button>
          <Button size="small" aria-disabled={page === 0 || undefined} onClick={() => setPage(Math.max(0, page - 1))}>
            {text('data.newer')}
          </Button>
        </span>
      }
    >
      <table className="table lines-xs">
        <thead>
          <tr>
            <th>{text('data.at')}</th>
            <th>{text('column.accesses.ont.rx_dbm')}</th>
            <th>{text('column.accesses.ont.olt_rx_dbm')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, rx_dbm, olt_rx_dbm }) => (
            <tr key={at}>
              <td>{formatDateTime(at)}</td>
              <td>{formatPowerUnit(rx_dbm) ?? text('list.noLight')}</td>
              <td>{formatPowerUnit(olt_rx_dbm) ?? text('list.noLight')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
