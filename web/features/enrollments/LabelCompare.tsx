import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { choiceText } from '../../lists/text.ts'
import { compareLabels, type Mark } from '../../ui/compare-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { labelLevel } from './enrollment-facts.ts'
import styles from './facts.module.css'

function Marked({ marks }: { marks: readonly Mark[] }) {
  return marks.map(({ char, same }, at) => (same ? <span key={at}>{char}</span> : <mark key={at}>{char}</mark>))
}

/** Source and confidence of the reading. */
function sourceText({ label_source: source, ocr_confidence: confidence }: Enrollment): string {
  const how = choiceText('label_source', source)
  return confidence === null ? how : text('verify.label.sure', { how, share: formatNumber(confidence * 100) })
}

/** Read and expected label, with the differing characters marked. */
export function LabelCompare({ enrollment }: { enrollment: Enrollment }) {
  const { label_read: read, label_expected: expected, replaced_label: replaced } = enrollment
  const marks = compareLabels(read, expected ?? read)
  const level = labelLevel(enrollment)
  return (
    <dl className={`edge grid gap-10 padded ${styles.labels}`}>
      <div>
        <dt className="small ink-2">{text('verify.label.read')}</dt>
        <dd className="code">
          <Marked marks={marks.read} />
        </dd>
        <dd className={`flex gap-6 middle small ink-2 ${styles.how}`}>{sourceText(enrollment)}</dd>
      </div>
      <div>
        <dt className="small ink-2">{text('verify.label.expected')}</dt>
        <dd className="code">{expected === null ? '–' : <Marked marks={marks.expected} />}</dd>
        <dd className={`flex gap-6 middle small ink-2 ${styles.how}`} data-level={level ?? undefined}>
          {level === 'ok' && <Shape kind="check" tone="success" />}
          {level === 'aviso' && <Shape kind="triangle" tone="warning" />}
          {text(expected === null ? 'verify.label.none' : level === 'ok' ? 'verify.label.same' : 'verify.label.other')}
        </dd>
      </div>
      {replaced !== null && (
        <div>
          <dt className="small ink-2">{text('column.enrollments.replaced_label')}</dt>
          <dd className="code">{replaced}</dd>
        </div>
      )}
    </dl>
  )
}
