import { useEffect, useId, useState, type FormEvent } from 'react'
import { Button, Press } from '../../kit/Button.tsx'
import { isDay } from '../../ui/form/days.ts'
import { DayInput } from '../../ui/form/moment-inputs.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { callList } from '../data/call-list.ts'
import type { AnyFilter } from '../define.ts'
import { valueAt } from '../registry/compile.ts'
import { pastPresets } from '../state/days.ts'
import { parseRange } from '../state/filter-text.ts'
import { choiceText } from '../text.ts'
import { text } from '../../ui/text.ts'

interface EditorProps<F extends AnyFilter = AnyFilter> {
  field: string
  filter: F
  /** Text form of the value; '' for none. */
  value: string
  /** Null removes the filter. */
  onChange: (value: string | null) => void
  onDone: () => void
}
type Of<K extends AnyFilter['kind']> = EditorProps<Extract<AnyFilter, { kind: K }>>

interface Option {
  value: string
  label: React.ReactNode
}

/** Multiple choice; each value applies as soon as it is ticked. */
function Several({
  options,
  value,
  onChange,
}: { options: readonly Option[] } & Pick<EditorProps, 'value' | 'onChange'>) {
  const chosen = value.split(',').filter(Boolean)
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
    onChange(next.length > 0 ? next.join(',') : null)
  }
  return (
    <div className="hl-options">
      {options.map((option) => (
        <label key={option.value} className="hl-option">
          <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}

function StatusEditor({ filter, ...props }: Of<'status'>) {
  const options = filter.of.all.map((status) => ({
    value: String(status.value),
    label: <StateDot enumeration={filter.of.key} value={status.value} />,
  }))
  return <Several options={options} {...props} />
}

function ChoiceEditor({ filter, field, ...props }: Of<'choice'>) {
  const options = filter.values.map((value) => ({ value, label: choiceText(filter.of ?? field, value) }))
  return <Several options={options} {...props} />
}

function CodeEditor({ filter, value, onChange, onDone }: Of<'code'>) {
  const [code, setCode] = useState(value.replace(/\*$/, ''))
  const [whole, setWhole] = useState(value !== '' && !value.endsWith('*'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const clean = code.trim().toUpperCase()
    onChange(clean === '' ? null : whole ? clean : `${clean}*`)
    onDone()
  }
  return (
    <form className="hl-form" onSubmit={submit}>
      <label className="hl-field">
        {text(whole ? 'list.filter.is' : 'list.filter.begins')}
        <input
          className="hl-input code"
          value={code}
          maxLength={64}
          placeholder={filter.example}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <label className="hl-option">
        <input type="checkbox" checked={whole} onChange={() => setWhole(!whole)} />
        {text('list.filter.whole')}
      </label>
      <Button type="submit" kind="main">
        {text('list.apply')}
      </Button>
    </form>
  )
}

interface Found {
  id: number
  code: string
}

/** Records whose code begins with the typed text; at least two characters are needed. */
function useSuggestions(filter: Extract<AnyFilter, { kind: 'id' }>, typed: string): Found[] {
  const [found, setFound] = useState<Found[]>([])
  const { from, by = 'code' } = filter
  useEffect(() => {
    if (!from || typed.length < 2) return setFound([])
    const asked = new AbortController()
    const timer = setTimeout(() => {
      callList(from, { search: typed, limit: 8, fields: [by] }, asked.signal).then(
        ({ records }) => setFound(records.map((record) => ({ id: record.id, code: String(valueAt(record, by)) }))),
        () => undefined,
      )
    }, 200)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [from, by, typed])
  return found
}

function IdEditor({ filter, value, onChange, onDone }: Of<'id'>) {
  const [typed, setTyped] = useState('')
  const found = useSuggestions(filter, typed.trim())
  const choose = (one: Found) => {
    onChange(`${one.id}~${one.code}`)
    onDone()
  }
  if (!filter.from) return <p className="hl-hint">{text('list.filter.fromRow')}</p>
  return (
    <div className="hl-form">
      <label className="hl-field">
        {text('list.filter.code')}
        <input
          className="hl-input code"
          value={typed}
          placeholder={value.split('~')[1]}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {found.map((one) => (
        <Press key={one.id} className="hl-item code between" onClick={() => choose(one)}>
          {one.code}
        </Press>
      ))}
    </div>
  )
}

function TimeEditor({ value, onChange, onDone }: Of<'time'>) {
  const [from = '', to = ''] = parseRange(value) ?? []
  const set = (start: string, end: string) => onChange(start || end ? `${start}..${end}` : null)
  const id = useId()
  const whole = (day: string) => day === '' || isDay(day)
  return (
    <div className="hl-form">
      <div className="hl-presets flex wrap gap-6">
        {pastPresets.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={preset === value}
            onClick={() => {
              onChange(preset)
              onDone()
            }}
          >
            {text(`list.time.${preset}`)}
          </Button>
        ))}
      </div>
      <div className="hl-field">
        <label htmlFor={`${id}from`}>{text('list.filter.from')}</label>
        <DayInput
          id={`${id}from`}
          className="hl-input"
          value={from}
          max={to || undefined}
          onChange={(day) => whole(day) && set(day, to)}
        />
      </div>
      <div className="hl-field">
        <label htmlFor={`${id}to`}>{text('list.filter.to')}</label>
        <DayInput
          id={`${id}to`}
          className="hl-input"
          value={to}
          min={from || undefined}
          onChange={(day) => whole(day) && set(from, day)}
        />
      </div>
    </div>
  )
}

/** "−24,5" as users write it → "-24.5"; null if it is not a number. */
function readFigure(typed: string): string | null {
  const clean = typed.trim().replace('\u2212', '-').replace(',', '.')
  return clean === '' ? '' : Number.isFinite(Number(clean)) ? clean : null
}

function RangeEditor({ filter, value, onChange, onDone }: Of<'number' | 'integer'>) {
  const shown = (text: string) => text.replace('-', '\u2212').replace('.', ',')
  const [start = '', end = ''] = parseRange(value) ?? [value, value]
  const [from, setFrom] = useState(shown(start))
  const [to, setTo] = useState(shown(end))
  const [least, most] = [readFigure(from), readFigure(to)]
  const wrong = least === null || most === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong) return
    onChange(least || most ? `${least}..${most}` : null)
    onDone()
  }
  const unit = filter.unit ? ` (${filter.unit})` : ''
  return (
    <form className="hl-form" onSubmit={submit}>
      <label className="hl-field">
        {text('list.filter.least') + unit}
        <input
          className="hl-input"
          inputMode="decimal"
          value={from}
          aria-invalid={least === null}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label className="hl-field">
        {text('list.filter.most') + unit}
        <input
          className="hl-input"
          inputMode="decimal"
          value={to}
          aria-invalid={most === null}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      {wrong && <p className="hl-hint hl-danger">{text('list.filter.notNumber')}</p>}
      <Button type="submit" kind="main">
        {text('list.apply')}
      </Button>
    </form>
  )
}

function BooleanEditor({ value, onChange, onDone }: Of<'boolean'>) {
  return (
    <div className="hl-presets flex wrap gap-6">
      {['1', '0'].map((one) => (
        <Button
          key={one}
          size="small"
          aria-pressed={one === value}
          onClick={() => {
            onChange(one)
            onDone()
          }}
        >
          {text(one === '1' ? 'list.yes' : 'list.no')}
        </Button>
      ))}
    </div>
  )
}

/** The editor for the filter's declared kind. */
export function FilterEditor({ filter, ...props }: EditorProps) {
  switch (filter.kind) {
    case 'status':
      return <StatusEditor filter={filter} {...props} />
    case 'choice':
      return <ChoiceEditor filter={filter} {...props} />
    case 'code':
      return <CodeEditor filter={filter} {...props} />
    case 'id':
      return <IdEditor filter={filter} {...props} />
    case 'time':
      return <TimeEditor filter={filter} {...props} />
    case 'number':
    case 'integer':
      return <RangeEditor filter={filter} {...props} />
    case 'boolean':
      return <BooleanEditor filter={filter} {...props} />
    case 'near':
      return null
  }
}
