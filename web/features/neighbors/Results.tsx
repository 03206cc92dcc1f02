import { endingOf, type DownloadFormat } from '@hilo/domain/download-name.ts'
import type { NeighborJob } from '@hilo/contract/neighbors/neighbor-jobs.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { EmptyState } from '../../kit/QueryState.tsx'
import { formatDateTime, formatNumber, formatPower } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './massive.module.css'
import { looks, type Face } from './state-looks.ts'

type Row = NonNullable<NeighborJob['results']>[number]
/** Most severe first. */
const faces: readonly Face[] = ['los', 'failed', 'dying_gasp', 'offline', 'admin_down', 'unknown', 'online', 'waiting']

/** An earlier reading counts even if the OLT did not answer again. */
const faceOf = ({ result, done }: Row): Face => (result ? result.state : done ? 'failed' : 'waiting')
const faceText = (face: Face) =>
  face === 'failed' || face === 'waiting' ? text(`massive.face.${face}`) : choiceText('ont_state', face)

async function download(id: number, format: DownloadFormat): Promise<void> {
  try {
    const query = { format, filter: { job_id: id } }
    const response = await send('admin_vno/neighbors/jobs/results/download', query)
    saveFile(await response.blob(), fileName(response, `consulta-${id}.${endingOf(format)}`))
  } catch (error) {
    toast.error(problemText(error))
  }
}

function Line({ row }: { row: Row }) {
  const face = faceOf(row)
  const [kind, tone] = looks[face]
  const { result } = row
  return (
    <tr className="phone-size-m">
      <td>{row.line}</td>
      <th scope="row" className="code">
        {row.code}
      </th>
      <td>
        <span className="inline-flex gap-6 middle">
          <Shape kind={kind} tone={tone} size={10} />
          {faceText(face)}
        </span>
      </td>
      <td className="code">{result ? `${boxLabel(result.cto.code)}/${result.port_number}` : '–'}</td>
      <td>{formatPower(result?.rx_dbm) ?? '–'}</td>
      <td>{formatPower(result?.olt_rx_dbm) ?? '–'}</td>
      <td>{result?.read_at ? formatDateTime(result.read_at) : '–'}</td>
      <td>{row.message ?? '–'}</td>
    </tr>
  )
}

const columns = ['line', 'code', 'state', 'cto', 'rx_dbm', 'olt_rx_dbm', 'read_at', 'message'] as const

function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <div className={`scroll-x ${styles.table}`} tabIndex={0} role="region" aria-label={text('massive.results')}>
      <table className="table lines-xs nowrap">
        <thead>
          <tr className="phone-size-m">
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`column.massiveResults.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.line} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const pageSize = 30

/** Pager of thirty rows. */
function Pager({ page, count, go }: { page: number; count: number; go: (page: number) => void }) {
  const last = Math.ceil(count / pageSize) - 1
  if (last < 1) return null
  return (
    <nav className="flex gap-14 middle ink-2 center" aria-label={text('massive.pages')}>
      <Button size="small" aria-disabled={page === 0} onClick={() => go(Math.max(0, page - 1))}>
        {text('massive.page.before')}
      </Button>
      <span>
        {text('massive.page', {
          from: formatNumber(page * pageSize + 1),
          to: formatNumber(Math.min(count, (page + 1) * pageSize)),
          total: formatNumber(count),
        })}
      </span>
      <Button size="small" aria-disabled={page === last} onClick={() => go(Math.min(last, page + 1))}>
        {text('massive.page.after')}
      </Button>
    </nav>
  )
}

interface CountsProps {
  rows: readonly Row[]
  chosen: Face | undefined
  choose: (face: Face | undefined) => void
}

/** Number of rows by state; a click filters by it. */
function Counts({ rows, chosen, choose }: CountsProps) {
  return (
    <>
      <Button aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        {text('massive.all')} <span>{formatNumber(rows.length)}</span>
      </Button>
      {faces.map((face) => {
        const count = rows.filter((row) => faceOf(row) === face).length
        return (
          count > 0 && (
            <Button
              key={face}
              aria-pressed={face === chosen}
              onClick={() => choose(face === chosen ? undefined : face)}
            >
              <Shape kind={looks[face][0]} tone={looks[face][1]} size={10} />
              {faceText(face)} <span>{formatNumber(count)}</span>
            </Button>
          )
        )
      })}
    </>
  )
}

/** Results with counts, search and download. */
export function Results({ id, rows }: { id: number; rows: readonly Row[] }) {
  const { estado }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const chosen = faces.find((face) => face === estado)
  const words = typed.trim().toUpperCase()
  const found = rows
    .filter((row) => chosen === undefined || faceOf(row) === chosen)
    .filter(({ code, result }) => code.includes(words) || Boolean(words && result?.cto.code.includes(words)))
  const at = Math.min(page, Math.max(0, Math.ceil(found.length / pageSize) - 1))
  const choose = (face: Face | undefined) => {
    setPage(0)
    void navigate({
      to: '/vno/vecinos/masiva/$id',
      params: { id: String(id) },
      search: { estado: face },
      replace: true,
    })
  }
  return (
    <>
      <div className={`flex gap-8 wrap middle ${styles.tools}`}>
        <Counts rows={rows} chosen={chosen} choose={choose} />
        <span className="grow" />
        <input
          className="hl-input"
          type="search"
          aria-label={text('massive.search')}
          placeholder={text('massive.search')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setPage(0)
          }}
        />
        {(['csv_es', 'xlsx'] as const).map((format) => (
          <Button key={format} onClick={() => void download(id, format)}>
            {text(`massive.download.${endingOf(format)}`)}
          </Button>
        ))}
      </div>
      {found.length === 0 ? (
        <EmptyState title={text('massive.nothing')} />
      ) : (
        <Table rows={found.slice(at * pageSize, (at + 1) * pageSize)} />
      )}
      <Pager page={at} count={found.length} go={setPage} />
    </>
  )
}
