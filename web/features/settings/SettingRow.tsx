import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { ManyField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { fieldsOf, mostOf, same, valueIn, type SettingForm } from './setting-values.ts'
import { effectText, optionText, shownValue } from './setting-words.ts'
import styles from './settings.module.css'
import type { LastChange } from './use-changes.ts'

export interface RowProps {
  record: SettingRecord
  form: Form<SettingForm>
  free: boolean
  editable: boolean
  last: LastChange | null
}

/** A setting: input, effect, default value, and last change. */
export function SettingRow(props: RowProps) {
  const { record, form, editable } = props
  return (
    <div className={styles.row} data-changed={changed(record, form) || undefined}>
      <fieldset className={styles.control} disabled={!editable}>
        <Control {...props} />
      </fieldset>
      <Aside {...props} />
    </div>
  )
}

const changed = (record: SettingRecord, form: Form<SettingForm>) => {
  const value = valueIn(record, form.values)
  return value !== null && !same(value, record.value)
}
/** Form values of one setting, of one type. */
const as = <T extends string | boolean | readonly string[]>(form: Form<SettingForm>) =>
  form as unknown as Form<Record<string, T>>

function Control({ record, form, free }: RowProps) {
  const { key, kind, label, options, min, rule, default: base } = record
  const value = valueIn(record, form.values)
  const effect = value === null ? undefined : effectText(record, value)
  if (kind === 'boolean')
    return <SwitchField form={as<boolean>(form)} name={key} label={label} hint={form.wrong[key] ?? effect} />
  if (kind === 'set')
    return (
      <ManyField
        form={as<readonly string[]>(form)}
        name={key}
        label={label}
        hint={effect}
        options={(options ?? []).map((word) => ({
          value: word,
          text: optionText(key, word),
          // An option required for all operators cannot be removed by one.
          disabled: !free && rule === 'more' && Array.isArray(base) && base.includes(word),
        }))}
      />
    )
  return (
    <div className={styles.figure}>
      <TextField
        form={as<string>(form)}
        name={key}
        label={label}
        hint={`${effect ?? ''} ${text('settings.range', { min: min ?? 0, max: mostOf(record, free) ?? 0 })}`.trim()}
        {...(key.endsWith('_h') && { unit: 'h' })}
      />
    </div>
  )
}

/** Origin of the value, default, last author, and reset. */
export function Aside({ record, form, editable, last }: Omit<RowProps, 'free'>) {
  const { source, default: base, value: held } = record
  const value = valueIn(record, form.values)
  const off = value !== null && !same(value, base)
  return (
    <div className={styles.aside}>
      {changed(record, form) ? (
        <p className="flex middle gap-6 semibold ink-1">
          <Shape kind="triangle" tone="warning" size={10} />
          {text('settings.changes', { value: shownValue(record, held) })}
        </p>
      ) : (
        <p>{text(`settings.source.${source}`)}</p>
      )}
      {(off || source !== 'default') && <p>{text('settings.default', { value: shownValue(record, base) })}</p>}
      {last && (
        <p>
          {text(last.by === null ? 'settings.last.nobody' : 'settings.last', {
            by: last.by ?? '',
            at: formatDateTime(last.at),
          })}
        </p>
      )}
      {off && editable && (
        <Button
          size="small"
          aria-label={text('settings.restore.of', { name: record.label })}
          onClick={() => form.set(fieldsOf(record, base))}
        >
          {text('settings.restore')}
        </Button>
      )}
    </div>
  )
}
