import { text } from '../../ui/text.ts'
import type { List, Row } from '../define.ts'
import { Icon, type IconName } from '../icons.tsx'
import { columnValue } from '../registry/compile.ts'
import { cells } from '../registry/components.tsx'
import { formatters, runChain } from '../registry/formatters.ts'
import {
  componentNames,
  formatterNames,
  isComponent,
  isFormatter,
  listenerNames,
  type FormatterStep,
  type ListenerName,
  type PropSpec,
  type Scalar,
} from '../registry/names.ts'
import { move, type Shown } from './config.ts'
import { Preview } from './Preview.tsx'
import { useDrag } from './use-drag.ts'

interface EditorProps {
  shown: Shown
  onChange: (shown: Shown) => void
}

/** One setting, by its declared kind. */
export function PropField({
  spec,
  value,
  label,
  onChange,
}: {
  spec: PropSpec
  value: Scalar
  label: string
  onChange: (value: Scalar) => void
}) {
  if (spec.kind === 'boolean')
    return (
      <label className="hl-option hl-switch">
        <input type="checkbox" role="switch" checked={value === true} onChange={() => onChange(value !== true)} />
        {label}
      </label>
    )
  if (spec.kind === 'choice')
    return (
      <label className="hl-field">
        {label}
        <select className="hl-input" value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {spec.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {text(`list.prop.${spec.name}.${choice}`)}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <label className="hl-field">
      {label}
      <span className="hl-unit" data-unit={spec.unit}>
        <input
          className="hl-input"
          type={spec.kind === 'number' ? 'number' : 'text'}
          step="any"
          value={String(value)}
          maxLength={120}
          onChange={(event) => onChange(spec.kind === 'number' ? Number(event.target.value) : event.target.value)}
        />
      </span>
    </label>
  )
}

const alignments = ['left', 'center', 'right'] as const

function Component({ shown, onChange }: EditorProps) {
  const specs = cells[shown.component].props.filter(({ name }) => name !== 'of')
  return (
    <div className="hl-two">
      <label className="hl-field">
        {text('list.columns.component')}
        <select
          className="hl-input"
          value={shown.component}
          onChange={({ target }) => {
            if (!isComponent(target.value)) return
            const props = target.value === shown.column.component ? (shown.column.props ?? {}) : {}
            onChange({ ...shown, component: target.value, props })
          }}
        >
          {componentNames.map((name) => (
            <option key={name} value={name}>
              {text(`list.component.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="hl-field hl-align">
        <legend>{text('list.columns.align')}</legend>
        <div>
          {alignments.map((align) => (
            <button
              key={align}
              type="button"
              aria-pressed={align === shown.align}
              onClick={() => onChange({ ...shown, align })}
            >
              {text(`list.align.${align}`)}
            </button>
          ))}
        </div>
      </fieldset>
      {specs.map((spec) => (
        <PropField
          key={spec.name}
          spec={spec}
          label={text(`list.prop.${spec.name}`)}
          value={shown.props[spec.name] ?? spec.default}
          onChange={(value) => onChange({ ...shown, props: { ...shown.props, [spec.name]: value } })}
        />
      ))}
    </div>
  )
}

const listenerIcons: Record<ListenerName, IconName> = { open: 'open', filter: 'filter', copy: 'copy' }

function Listeners({ shown, onChange }: EditorProps) {
  const offered = listenerNames.filter((name) => name !== 'filter' || shown.column.filter !== undefined)
  const toggle = (name: ListenerName) =>
    onChange({
      ...shown,
      listeners: shown.listeners.includes(name)
        ? shown.listeners.filter((other) => other !== name)
        : [...shown.listeners, name],
    })
  return (
    <fieldset className="hl-field">
      <legend>{text('list.columns.onPress')}</legend>
      <div className="hl-presets">
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            className="hl-button hl-small"
            aria-pressed={shown.listeners.includes(name)}
            onClick={() => toggle(name)}
          >
            <Icon name={listenerIcons[name]} size={15} />
            {text(`list.listener.${name}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** The chain of formatters, with what each step makes of the example. */
function Steps({ shown, onChange, example }: EditorProps & { example: unknown }) {
  const { formatters: steps } = shown
  const set = (next: readonly FormatterStep[]) => onChange({ ...shown, formatters: next })
  const { dragged, start } = useDrag(steps.length, (from, to) => set(move(steps, from, to)))
  const first = { value: example, text: cells[shown.component].text(example, shown.props) }
  return (
    <div className="hl-field">
      <div className="hl-steps-head">
        {text('list.columns.steps')}
        <span className="hl-faint">{first.text !== null && text('list.columns.example', { value: first.text })}</span>
        <label className="hl-add">
          <Icon name="plus" />
          <select
            value=""
            aria-label={text('list.columns.addStep')}
            onChange={({ target }) => isFormatter(target.value) && set([...steps, { name: target.value }])}
          >
            <option value="">{text('list.columns.addStep')}</option>
            {formatterNames.map((name) => (
              <option key={name} value={name}>
                {text(`list.formatter.${name}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {steps.map((step, place) => (
        <div key={place} className={place === dragged ? 'hl-step hl-crow-dragged' : 'hl-step'} data-drag>
          <button
            type="button"
            className="hl-drag"
            aria-label={text('list.columns.move', { name: text(`list.formatter.${step.name}`) })}
            onPointerDown={(event) => start(event, place)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowUp') set(move(steps, place, place - 1))
              if (key === 'ArrowDown') set(move(steps, place, place + 1))
            }}
          >
            <Icon name="grip" />
          </button>
          <span className="hl-faint">{place + 1}</span>
          <b>{text(`list.formatter.${step.name}`)}</b>
          {formatters[step.name].props.map((spec) => (
            <input
              key={spec.name}
              className="hl-input"
              type={spec.kind === 'number' ? 'number' : 'text'}
              maxLength={120}
              aria-label={text(`list.formatter.${step.name}`)}
              value={String(step.props?.[spec.name] ?? spec.default)}
              onChange={({ target }) => {
                const value = spec.kind === 'number' ? Number(target.value) : target.value
                set(
                  steps.map((other, at) =>
                    at === place ? { ...step, props: { ...step.props, [spec.name]: value } } : other,
                  ),
                )
              }}
            />
          ))}
          <span className="hl-step-result">{runChain(first, steps.slice(0, place + 1))}</span>
          <button
            type="button"
            className="hl-icon-button"
            aria-label={text('list.columns.removeStep')}
            onClick={() => set(steps.filter((_, at) => at !== place))}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}

interface FormatEditorProps extends EditorProps {
  list: List
  title: string
  /** A row of the list, to show what comes out. */
  sample: Row | undefined
  onDefault: () => void
}

/** How the chosen column is written: component, alignment, settings, presses, formatters, and what comes out. */
export function FormatEditor({ shown, title, sample, onChange, onDefault }: FormatEditorProps) {
  const own = sample && columnValue(shown.column)(sample)
  const example = own ?? (shown.component === 'dbm' ? -24.61 : null)
  return (
    <section className="hl-editor" aria-label={title}>
      <div className="hl-editor-head">
        <h3>{title}</h3>
        <button type="button" className="hl-plain" onClick={onDefault}>
          <Icon name="refresh" size={14} />
          {text('list.columns.defaultFormat')}
        </button>
      </div>
      <Component shown={shown} onChange={onChange} />
      <Listeners shown={shown} onChange={onChange} />
      <Steps shown={shown} onChange={onChange} example={example} />
      <Preview shown={shown} sample={own} />
    </section>
  )
}
