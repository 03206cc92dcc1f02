import { Button } from '../../kit/Button.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatDate, formatNumber, formatStamp } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import { useVerify, type Verifying } from './use-verify.ts'
import styles from './verify.module.css'

/** Verifies the hash chain of the audit, seal by seal. */
export function VerifyDialog({ close }: DialogProps) {
  const { state, again } = useVerify()
  return (
    <Dialog close={close} title={text('audit.verify.title')} sentence={text('audit.verify.lead')}>
      <div className={`note ${styles.result}`} data-tone={stageTone[state.stage]} role="status">
        <Result state={state} />
      </div>
      <DialogActs>
        {state.stage === 'failed' && <Button onClick={again}>{text('list.retry')}</Button>}
        <Button kind="main" onClick={close}>
          {text('list.close')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

const stageTone = {
  asking: undefined,
  reading: undefined,
  whole: 'success',
  broken: 'danger',
  failed: 'danger',
} as const

function Result({ state }: { state: Verifying }) {
  const counts = { rows: formatNumber(state.rows), seals: formatNumber(state.seals) }
  switch (state.stage) {
    case 'asking':
    case 'reading':
      return (
        <>
          <p>{text(state.stage === 'asking' ? 'audit.verify.asking' : 'audit.verify.reading', counts)}</p>
          <progress className="full" aria-label={text('audit.verify.title')} />
        </>
      )
    case 'whole':
      return (
        <>
          <h3 className="flex middle gap-8">
            <Shape kind="check" tone="success" size={14} />
            {text('audit.verify.whole')}
          </h3>
          <p>{text('audit.verify.whole.text', counts)}</p>
          <p className="grid gap-4 small ink-2">
            <span>{text('audit.verify.head', { seal: formatNumber(state.head.seal_id) })}</span>
            <code>{state.head.hash}</code>
            <Button kind="plain" onClick={() => copyText(`${state.head.seal_id} ${state.head.hash}`)}>
              {text('audit.verify.copy')}
            </Button>
          </p>
        </>
      )
    case 'broken':
      return (
        <>
          <h3 className="flex middle gap-8">
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
