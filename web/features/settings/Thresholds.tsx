import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import type { Limits, PowerPoint } from '@hilo/domain/optics.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { Card } from '../../kit/Page.tsx'
import { LimitScale } from '../../ui/plots/LimitScale.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { Aside, type RowProps } from './SettingRow.tsx'
import { limitField, limitNames, valueIn } from './setting-values.ts'
import { effectText } from './setting-words.ts'
import styles from './settings.module.css'

const points = ['cto_port', 'ont', 'olt'] as const satisfies readonly PowerPoint[]

type ThresholdsProps = Omit<RowProps, 'record' | 'last'> & {
  records: readonly SettingRecord[]
  lastOf: (key: string) => RowProps['last']
}

/** Power limits by place and optics class, on a scale. */
export function Thresholds({ records, lastOf, ...shared }: ThresholdsProps) {
  const { punto }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const point = points.find((one) => one === punto) ?? 'cto_port'
  const wrong = records.filter(({ key }) => limitNames.some((name) => shared.form.wrong[limitField(key, name)]))
  const elsewhere = points.filter((one) => one !== point && wrong.some(({ key }) => key.startsWith(`limits.${one}.`)))
  return (
    <Card
      title={text('settings.limits')}
      aside={
        <Segments
          label={text('settings.point')}
          options={points.map((value) => ({ value, text: text(`settings.point.${value}`) }))}
          value={point}
          onChange={(value) =>
            void navigate({
              to: '/vno/configuracion/finalizacion',
              search: value === 'cto_port' ? {} : { punto: value },
              replace: true,
              ignoreBlocker: true,
            })
          }
        />
      }
    >
      <p className="small ink-2">{text(`settings.point.${point}.text`)}</p>
      {elsewhere.map((one) => (
        <p key={one} role="alert" className="ink-danger">
          {text('settings.wrong.elsewhere', { point: text(`settings.point.${one}`) })}
        </p>
      ))}
      {records
        .filter(({ key }) => key.startsWith(`limits.${point}.`))
        .map((record) => (
          <Threshold key={record.key} record={record} last={lastOf(record.key)} {...shared} />
        ))}
    </Card>
  )
}

function Threshold(props: RowProps) {
  const { record, form, editable } = props
  const { key, value: held, default: base } = record
  const optic = key.split('.').slice(2).join('.')
  const typed = valueIn(record, form.values) as Limits | null
  // While the typed limits are incomplete, the scale keeps the previous ones.
  const limits = typed !== null && typed.low <= typed.good && typed.good < typed.high ? typed : (held as Limits)
  const name = text('settings.class', { class: optic })
  return (
    <section className={styles.threshold} aria-label={name}>
      <h3 className="whole-row text-s">{name}</h3>
      <div>
        <LimitScale limits={limits} base={base as Limits} label={name} />
        <p className="small ink-2">{effectText(record, limits)}</p>
      </div>
      <fieldset className="grid gap-10 phone-one thirds" disabled={!editable}>
        {limitNames.map((limit) => (
          <TextField
            key={limit}
            form={form as unknown as Form<Record<string, string>>}
            name={limitField(key, limit)}
            label={text(`settings.limit.${limit}`)}
            unit="dBm"
          />
        ))}
      </fieldset>
      <Aside {...props} />
    </section>
  )
}
