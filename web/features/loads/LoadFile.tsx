import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import type { LoadKind } from '@hilo/domain/load-columns.ts'
import { Button } from '../../kit/Button.tsx'
import { rowErrorText } from '../../lists/load/ColumnHelp.tsx'
import { OperatorChoice } from '../../lists/load/OperatorChoice.tsx'
import { saveStored } from '../../lists/load/save-stored.ts'
import { formatNumber } from '../../ui/format.ts'
import { DropZone } from '../../ui/load/DropZone.tsx'
import { IgnoreColumns } from '../../ui/load/IgnoreColumns.tsx'
import { LoadProgress } from '../../ui/load/LoadProgress.tsx'
import { LoadWarnings } from '../../ui/load/LoadWarnings.tsx'
import { RowResults } from '../../ui/load/RowResults.tsx'
import { Card } from '../../kit/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import type { Load } from './loads.ts'
import styles from './loads.module.css'
import { useLoad } from './use-load.ts'

const mostBytes = 50 << 20

interface SaidProps {
  answer: LoadAnswer['record']
  busy: boolean
  apply: () => void
  again: () => void
}

/** Result message: whether data has changed, and the next action. */
function Said({ answer: { preview, rows_ok: ok, rows_error: error }, busy, apply, again }: SaidProps) {
  const none = ok === 0
  const key = preview ? (none ? 'none' : error > 0 ? 'some' : 'all') : none ? 'refused' : 'done'
  return (
    <div className={styles.said} data-done={(!preview && !none) || undefined} role="status">
      <Shape
        kind={preview ? 'ring' : none ? 'diamond' : 'check'}
        tone={preview ? 'medium' : none ? 'danger' : 'success'}
        size={14}
      />
      <div>
        <b>{text(`loads.said.${key}`, { count: ok, rows: formatNumber(ok) })}</b>
        <p className="lines-xs ink-2">{text(`loads.said.${key}.note`, { count: error, rows: formatNumber(error) })}</p>
      </div>
      {preview && !none && (
        <Button kind="main" busy={busy} onClick={apply}>
          {text('loads.apply', { count: ok, rows: formatNumber(ok) })}
        </Button>
      )}
      {!preview && (
        <Button busy={busy} onClick={again}>
          {text('loads.again')}
        </Button>
      )}
    </div>
  )
}

const countsOf = (answer: LoadAnswer['record']) => ({
  total: answer.rows_total,
  ok: answer.rows_ok,
  error: answer.rows_error,
  done: { created: answer.rows_created, updated: answer.rows_updated, unchanged: answer.rows_unchanged },
})

/** One table: choose a file, run a dry run, and load it. */
export function LoadFile({ load, kind }: { load: Load; kind: LoadKind }) {
  const state = useLoad(load, kind)
  const { file, sent, fault, unknown, answer, operator, needsOperator } = state
  const kinds = text(load.neutral ? 'loads.kinds.network' : 'loads.kinds.table')
  const applying = answer?.preview === true && sent !== null
  return (
    <Card label={text(`loads.${load.word}`)}>
      {needsOperator && <OperatorChoice value={operator} choose={state.chooseOperator} />}
      <DropZone
        kinds={kinds}
        accept={load.accept}
        mostBytes={mostBytes}
        file={file}
        busy={sent !== null}
        choose={state.choose}
        refuse={state.refuse}
      />
      {sent !== null && <LoadProgress sent={sent} working={text(applying ? 'loads.loading' : 'loads.trying')} />}
      {fault !== null && (
        <div className={styles.fault} role="alert">
          <p>{rowErrorText(kind)(fault)}</p>
          {file && sent === null && unknown.length === 0 && !(needsOperator && operator === null) && (
            <Button size="small" onClick={answer ? state.apply : state.again}>
              {text('list.retry')}
            </Button>
          )}
        </div>
      )}
      {unknown.length > 0 && sent === null && (
        <IgnoreColumns key={unknown.join('\n')} heads={unknown} ignore={state.ignore} />
      )}
      {answer && (
        <>
          <Said answer={answer} busy={sent !== null} apply={state.apply} again={state.again} />
          <LoadWarnings warnings={answer.warnings} />
          <RowResults
            key={`${answer.result_file_id}`}
            rows={answer.results}
            say={rowErrorText(kind)}
            trial={answer.preview}
            columns={answer.preview ? answer.columns : []}
            counts={countsOf(answer)}
          >
            <Button onClick={() => void saveStored(answer.sheet_file_id, 'resultados.xlsx')}>
              {text('load.results.save')}
            </Button>
          </RowResults>
          {answer.rows_error > 0 && <p className="lines-xs ink-2">{text('loads.mend')}</p>}
        </>
      )}
      {!answer && sent === null && fault === null && <p className="ink-2">{text('loads.how')}</p>}
    </Card>
  )
}
