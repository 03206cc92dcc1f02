import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { fieldSteps, workKinds, type FieldStep, type WorkKind } from '@hilo/domain/status.ts'
import { Button } from '../../kit/Button.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { same, valueIn, type SettingForm } from './setting-values.ts'
import type { RowProps } from './SettingRow.tsx'
import styles from './settings.module.css'

const keyOf = (kind: WorkKind) => `extra_steps.${kind}`

interface StepMatrixProps extends Omit<RowProps, 'record' | 'last'> {
  records: readonly SettingRecord[]
  lastOf: (key: string) => RowProps['last']
}

/** Steps by work kind: fixed ones, and additional ones. */
export function StepMatrix({ records, form, free, editable, lastOf }: StepMatrixProps) {
  const last = workKinds
    .flatMap((kind) => lastOf(keyOf(kind)) ?? [])
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .at(0)
  return (
    <div className={styles.matrixCard}>
      <p className="small ink-2">{text('settings.steps.hint')}</p>
      <div className="scroll-x" tabIndex={0} role="group" aria-label={text('settings.card.steps')}>
        <table className={styles.matrix}>
          <thead className="ink-2">
            <tr>
              <th scope="col">{text('settings.steps.step')}</th>
              {workKinds.map((kind) => (
                <th key={kind} scope="col">
                  {choiceText('work_kind', kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fieldSteps.map((step) => (
              <tr key={step}>
                <th scope="row">{choiceText('step', step)}</th>
                {workKinds.map((kind) => {
                  const record = records.find(({ key }) => key === keyOf(kind))
                  return <td key={kind}>{record && <StepBox {...{ record, form, step, kind, editable, free }} />}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last && (
        <p className="small ink-2">
          {text(last.by === null ? 'settings.last.nobody' : 'settings.last', {
            by: last.by ?? '',
            at: formatDateTime(last.at),
          })}
        </p>
      )}
      {editable && records.some((record) => !same(valueIn(record, form.values), record.default)) && (
        <span>
          <Button
            size="small"
            onClick={() =>
              form.set(Object.fromEntries(records.map(({ key, default: base }) => [key, base as readonly string[]])))
            }
          >
            {text('settings.steps.restore')}
          </Button>
        </span>
      )}
    </div>
  )
}

interface StepBoxProps {
  record: SettingRecord
  form: Form<SettingForm>
  step: FieldStep
  kind: WorkKind
  editable: boolean
  free: boolean
}

function StepBox({ record, form, step, kind, editable, free }: StepBoxProps) {
  const chosen = valueIn(record, form.values) as readonly string[]
  const always = mandatorySteps(kind).includes(step)
  // A step required for all operators cannot be removed by one.
  const held = !free && (record.default as readonly string[]).includes(step)
  const name = `${choiceText('step', step)}, ${choiceText('work_kind', kind)}`
  return (
    <label
      className={`${styles.cell} grid centered pointer tall`}
      data-always={always || undefined}
      title={always ? text('settings.steps.always') : name}
    >
      <input
        type="checkbox"
        aria-label={always ? `${name}, ${text('settings.steps.always')}` : name}
        disabled={always || held || !editable}
        checked={always || chosen.includes(step)}
        onChange={({ target }) =>
          form.set({
            [record.key]: target.checked ? [...chosen, step] : chosen.filter((one) => one !== step),
          })
        }
      />
    </label>
  )
}
