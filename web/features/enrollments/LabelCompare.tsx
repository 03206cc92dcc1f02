import type { Enrollment } from '@hilo/contract/enrollments.ts'
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

/** How it was read, and how sure that is. */
export function sourceText({ label_source: source, ocr_confidence: confidence }: Enrollment): string {
  const how = choiceText('label_source', source)
  return confidence === null ? how : text('verify.label.sure', { how, share: formatNumber(confidence * 100) })
}

/** The label as read against the expected one: only the characters that differ are marked. */
export function LabelCompare({ enrollment }: { enrollment: Enrollment }) {
  const { label_read: read, label_expected: expected, replaced_label: replaced } = enrollment
  const marks = compareLabels(read, expected ?? read)
  const level = labelLevel(enrollment)
  return (
    <dl className={styles.labels}>
      <div>
        <dt>{text('verify.label.read')}</dt>
        <dd className="code">
          <Marked marks={marks.read} />
        </dd>
        <dd className={styles.how}>{sourceText(enrollment)}</dd>
      </div>
      <div>
        <dt>{text('verify.label.expected')}</dt>
        <dd className="code">{expected === null ? '–' : <Marked marks={marks.expected} />}</dd>
        <dd className={styles.how} data-level={level ?? undefined}>
          {level === 'ok' && <Shape kind="check" tone="success" />}
          {level === 'aviso' && <Shape kind="triangle" tone="warning" />}
          {text(expected === null ? 'verify.label.none' : level === 'ok' ? 'verify.label.same' : 'verify.label.other')}
        </dd>
      </div>
      {replaced !== null && (
        <div>
          <dt>{text('column.enrollments.replaced_label')}</dt>
          <dd className="code">{replaced}</dd>
        </div>
      )}
    </dl>
  )
}
