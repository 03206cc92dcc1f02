import type { PointerEventHandler } from 'react'
import { IconButton, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import { cells } from '../registry/components.tsx'
import { formatters, runChain } from '../registry/formatters.ts'
import { formatterNames, isFormatter, type FormatterStep, type Scalar } from '../registry/names.ts'
import { moveItem, type ShownColumn } from './config.ts'
import { useDrag } from './use-drag.ts'

interface StepProps {
  step: FormatterStep
  place: number
  dragged: boolean
  /** Text of the example after this step. */
  result: string | null
  onChange: (step: FormatterStep) => void
  /** −1 moves the step up, 1 moves it down. */
  onStep: (by: number) => void
  onRemove: () => void
  onGrip: PointerEventHandler<HTMLElement>
}

function Step({ step, place, dragged, result, onChange, onStep, onRemove, onGrip }: StepProps) {
  const name = text(`list.formatter.${step.name}`)
  const set = (prop: string, value: Scalar) => onChange({ ...step, props: { ...step.props, [prop]: value } })
  return (
    <div className={dragged ? 'hl-step hl-crow-dragged' : 'hl-step'} data-drag>
      <Press
        className="hl-drag grid centered ink-2 no-touch no-padding h-26"
        aria-label={text('list.columns.move', { name })}
        onPointerDown={onGrip}
        onKeyDown={({ key }) => {
          if (key === 'ArrowUp') onStep(-1)
          if (key === 'ArrowDown') onStep(1)
        }}
      >
        <Icon name="grip" />
      </Press>
      <span className="hl-faint">{place + 1}</span>
      <b>{name}</b>
      {formatters[step.name].props.map((spec) => (
        <input
          key={spec.name}
          className="hl-input"
          type={spec.kind === 'number' ? 'number' : 'text'}
          maxLength={120}
          aria-label={name}
          value={String(step.props?.[spec.name] ?? spec.default)}
          onChange={({ target }) => set(spec.name, spec.kind === 'number' ? Number(target.value) : target.value)}
        />
      ))}
      <span className="hl-step-result ink-2 push normal">{result}</span>
      <IconButton size="small" label={text('list.columns.removeStep')} onClick={onRemove}>
        <Icon name="close" size={14} />
      </IconButton>
    </div>
  )
}

/** Menu that appends a step to the chain. */
function AddStep({ onAdd }: { onAdd: (step: FormatterStep) => void }) {
  return (
    <label className="hl-add inline-flex middle gap-4 push accent">
      <Icon name="plus" />
      <select
        className="surface pointer no-border"
        value=""
        aria-label={text('list.columns.addStep')}
        onChange={({ target }) => isFormatter(target.value) && onAdd({ name: target.value })}
      >
        <option value="">{text('list.columns.addStep')}</option>
        {formatterNames.map((name) => (
          <option key={name} value={name}>
            {text(`list.formatter.${name}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface StepsProps {
  shown: ShownColumn
  /** Value that the chain is previewed on. */
  example: unknown
  onChange: (shown: ShownColumn) => void
}

/** The formatter chain in order, with the result of each step on the example. */
export function FormatterSteps({ shown, example, onChange }: StepsProps) {
  const { formatters: steps } = shown
  const set = (next: readonly FormatterStep[]) => onChange({ ...shown, formatters: next })
  const { dragged, start } = useDrag(steps, set)
  const first = { value: example, text: cells[shown.component].text(example, shown.props) }
  return (
    <div className="hl-field">
      <div className="hl-steps-head flex middle gap-8">
        {text('list.columns.steps')}
        <span className="hl-faint">{first.text !== null && text('list.columns.example', { value: first.text })}</span>
        <AddStep onAdd={(step) => set([...steps, step])} />
      </div>
      {steps.map((step, place) => (
        <Step
          key={place}
          step={step}
          place={place}
          dragged={place === dragged}
          result={runChain(first, steps.slice(0, place + 1))}
          onChange={(next) => set(steps.map((other, at) => (at === place ? next : other)))}
          onStep={(by) => set(moveItem(steps, place, place + by))}
          onRemove={() => set(steps.filter((_, at) => at !== place))}
          onGrip={(event) => start(event, place)}
        />
      ))}
    </div>
  )
}
