import type { LoadAnswer } from '@hilo/contract/load.ts'
import type { LoadKind } from '@hilo/domain/load-columns.ts'
import { sayIn } from '../../lists/load/ColumnHelp.tsx'
import { OperatorChoice } from '../../lists/load/OperatorChoice.tsx'
import { saveStored } from '../../lists/load/save-stored.ts'
import { formatNumber } from '../../ui/format.ts'
import { DropZone } from '../../ui/load/DropZone.tsx'
import { IgnoreColumns } from '../../ui/load/IgnoreColumns.tsx'
import { LoadProgress } from '../../ui/load/LoadProgress.tsx'
import { LoadWarnings } from '../../ui/load/LoadWarnings.tsx'
import { RowResults } from '../../ui/load/RowResults.tsx'
import { Card } from '../../ui/Page.tsx'
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

/** Whether anything has changed yet, and what can be done now. */
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
        <p>{text(`loads.said.${key}.note`, { count: error, rows: formatNumber(error) })}</p>
      </div>
      {preview && !none && (
        <button type="button" className="hl-button hl-main-button" aria-busy={busy} onClick={apply}>
          {text('loads.apply', { count: ok, rows: formatNumber(ok) })}
        </button>
      )}
      {!preview && (
        <button type="button" className="hl-button" aria-busy={busy} onClick={again}>
          {text('loads.again')}
        </button>
      )}
    </div>
  )
}

/** One table: chosen, tried without changing anything, and loaded. */
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
          <p>{fault}</p>
          {file && sent === null && unknown.length === 0 && !(needsOperator && operator === null) && (
            <button type="button" className="hl-button hl-small" onClick={answer ? state.apply : state.again}>
              {text('list.retry')}
            </button>
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
            say={sayIn(kind)}
            columns={answer.preview ? answer.columns : []}
            counts={{ total: answer.rows_total, ok: answer.rows_ok, error: answer.rows_error }}
          >
            <button
              type="button"
              className="hl-button"
              onClick={() => void saveStored(answer.result_file_id, 'resultados.csv')}
            >
              {text('load.results.save')}
            </button>
          </RowResults>
        </>
      )}
      {!answer && sent === null && fault === null && <p className={styles.faint}>{text('loads.how')}</p>}
    </Card>
  )
}
