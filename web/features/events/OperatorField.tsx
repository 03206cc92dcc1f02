import { compareNatural } from '@hilo/domain/text.ts'
import { useId } from 'react'
import { useCall } from '../../api/query.ts'
import { text } from '../../ui/text.ts'

interface OperatorFieldProps {
  value: number | null
  /** None is chosen, although one is required. */
  wrong: boolean
  onChange: (operator: number | null) => void
}

/** Operator of an intervention opened by the neutral operator: one of the recently active ones. */
export function OperatorField({ value, wrong, onChange }: OperatorFieldProps) {
  const id = useId()
  const { data } = useCall('admin_vno/events/get', { limit: 200 })
  const operators = [...new Map(data?.records.map(({ vno }) => [vno.id, vno.name]))].toSorted(([, one], [, other]) =>
    compareNatural(one, other),
  )
  return (
    <div className="hl-code-field grid gap-4 relative">
      <label htmlFor={id}>{text('event.new.operator')}</label>
      <select
        id={id}
        className="hl-input"
        value={value ?? ''}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{text('event.new.operator.choose')}</option>
        {operators.map(([operator, name]) => (
          <option key={operator} value={operator}>
            {name}
          </option>
        ))}
      </select>
      <small className="lines-16" id={`${id}-wrong`} role="alert" data-wrong={wrong || undefined}>
        {wrong && text('event.new.operatorMissing')}
      </small>
    </div>
  )
}
