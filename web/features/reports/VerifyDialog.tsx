import { useId } from 'react'
import type { DialogProps } from '../../lists/define.ts'
import { copyText } from '../../lists/panel/ListPanel.tsx'
import { formatDate, formatNumber, formatStamp } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import { useVerify, type Verifying } from './use-verify.ts'
import styles from './verify.module.css'

/** Checks that nobody touched what is written, seal by seal. */
export function VerifyDialog({ close }: DialogProps) {
  const dialog = useDialog(close)
  const id = useId()
  const { state, again } = useVerify()
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{text('audit.verify.title')}</h2>
      <p className={styles.lead}>{text('audit.verify.lead')}</p>
      <div className={styles.result} data-stage={state.stage} role="status">
        <Result state={state} />
      </div>
      <div className={styles.acts}>
        {state.stage === 'failed' && (
          <button type="button" className="hl-button" onClick={again}>
            {text('list.retry')}
          </button>
        )}
        <button type="button" className="hl-button hl-main-button" onClick={close}>
          {text('list.close')}
        </button>
      </div>
    </dialog>
  )
}

function Result({ state }: { state: Verifying }) {
  const counts = { rows: formatNumber(state.rows), seals: formatNumber(state.seals) }
  switch (state.stage) {
    case 'asking':
    case 'reading':
      return (
        <>
          <p>{text(state.stage === 'asking' ? 'audit.verify.asking' : 'audit.verify.reading', counts)}</p>
          <progress aria-label={text('audit.verify.title')} />
        </>
      )
    case 'whole':
      return (
        <>
          <h3>
            <Shape kind="check" tone="success" size={14} />
            {text('audit.verify.whole')}
          </h3>
          <p>{text('audit.verify.whole.text', counts)}</p>
          <p className={styles.head}>
            <span>{text('audit.verify.head', { seal: formatNumber(state.head.seal_id) })}</span>
            <code>{state.head.hash}</code>
            <button
              type="button"
              className="hl-plain"
              onClick={() => copyText(`${state.head.seal_id} ${state.head.hash}`)}
            >
              {text('audit.verify.copy')}
            </button>
          </p>
        </>
      )
    case 'broken':
      return (
        <>
          <h3>
            <Shape kind="diamond" tone="danger" size={14} />
            {text('audit.verify.broken')}
          </h3>
          <p>
            {text('audit.verify.broken.where', {
              seal: formatNumber(state.bad.seal_id),
              at: state.bad.at === null ? '' : `${formatDate(state.bad.at)}, ${formatStamp(state.bad.at)}`,
            })}
          </p>
          <p>{text(`audit.fault.${state.bad.why}`)}</p>
          <p>{text('audit.verify.broken.text', counts)}</p>
        </>
      )
    case 'failed':
      return <p>{text('audit.verify.failed', { ...counts, problem: state.problem })}</p>
  }
}
