import { Button, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import type { List, Row } from '../define.ts'
import { Icon, type IconName } from '../icons.tsx'
import { columnValue } from '../registry/compile.ts'
import { cells } from '../registry/components.tsx'
import {
  componentNames,
  isComponent,
  listenerNames,
  type ListenerName,
  type PropSpec,
  type Scalar,
} from '../registry/names.ts'
import type { ShownColumn } from './config.ts'
import './format.css'
import { FormatPreview } from './FormatPreview.tsx'
import { FormatterSteps } from './FormatterSteps.tsx'

interface EditorProps {
  shown: ShownColumn
  onChange: (shown: ShownColumn) => void
}

/** One setting, with the input for its declared kind. */
function PropField({
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
      <label className="hl-option hl-switch normal">
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
      <span className="hl-unit grid relative" data-unit={spec.unit}>
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
    <div className="hl-two grid">
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
        <div className="sunk line round">
          {alignments.map((align) => (
            <Press
              className="pointer medium no-ground"
              key={align}
              aria-pressed={align === shown.align}
              onClick={() => onChange({ ...shown, align })}
            >
              {text(`list.align.${align}`)}
            </Press>
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
      <div className="hl-presets flex wrap gap-6">
        {offered.map((name) => (
          <Button key={name} size="small" aria-pressed={shown.listeners.includes(name)} onClick={() => toggle(name)}>
            <Icon name={listenerIcons[name]} size={15} />
            {text(`list.listener.${name}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

interface FormatEditorProps extends EditorProps {
  list: List
  title: string
  /** Row whose value is used in the preview. */
  sample: Row | undefined
  onDefault: () => void
}

/** Format of the selected column: component, alignment, settings, click listeners, formatters, and a preview. */
export function FormatEditor({ shown, title, sample, onChange, onDefault }: FormatEditorProps) {
  const own = sample && columnValue(shown.column)(sample)
  const example = own ?? (shown.component === 'dbm' ? -24.61 : null)
  return (
    <section className="hl-editor flex column gap-16 scroll-y" aria-label={title}>
      <div className="hl-editor-head flex middle">
        <h3 className="title">{title}</h3>
        <Button kind="plain" onClick={onDefault}>
          <Icon name="refresh" size={14} />
          {text('list.columns.defaultFormat')}
        </Button>
      </div>
      <Component shown={shown} onChange={onChange} />
      <Listeners shown={shown} onChange={onChange} />
      <FormatterSteps shown={shown} onChange={onChange} example={example} />
      <FormatPreview shown={shown} sample={own} />
    </section>
  )
}
