import type { Found } from '@hilo/contract/search.ts'
import { useId, useState, type KeyboardEvent } from 'react'
import { useCall } from '../api/query.ts'
import { text } from '../ui/text.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import './code-field.css'
import { boxLabel } from './registry/faceplate-items.ts'

interface CodeFieldProps {
  label: string
  /** What is looked for; of several, each is found. */
  kind: Found['kind'] | readonly Found['kind'][]
  /** What stands in the field to begin with. */
  known?: string | undefined
  hint?: string | undefined
  wrong?: string | undefined
  autoFocus?: boolean
  /** Null when what was chosen is taken back. */
  onPick: (found: Pick<Found, 'id' | 'code' | 'kind'> | null) => void
}

const waitMs = 150

/** What is found for what was typed, and which of it the keys stand on. */
function useFinding(kind: CodeFieldProps['kind'], known: string, onPick: CodeFieldProps['onPick']) {
  const [typed, setTyped] = useState(known)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const asked = useDebounced(typed.trim(), waitMs)
  const answer = useCall('admin_vno/search/get', { text: asked }, { enabled: open && asked.length > 1 })
  const found = open ? (answer.data?.records.filter((one) => [kind].flat().includes(one.kind)) ?? []) : []
  const pick = (one: Found | undefined) => {
    if (!one) return
    setTyped(one.kind === 'cto' ? boxLabel(one.code) : one.code)
    setOpen(false)
    onPick(one)
  }
  const type = (value: string) => {
    setTyped(value)
    setOpen(true)
    setAt(0)
    onPick(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (found.length === 0) return
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (move === 0) pick(found[at])
    else setAt((at + move + found.length) % found.length)
  }
  const none = open && asked.length > 1 && answer.isSuccess && found.length === 0
  return { typed, type, found, at, none, pick, onKeyDown, shut: () => setOpen(false) }
}

/** Looks something up by its code or name while one types, and picks it. */
export function CodeField({ label, kind, known = '', hint, wrong, autoFocus, onPick }: CodeFieldProps) {
  const id = useId()
  const { typed, type, found, at, none, pick, onKeyDown, shut } = useFinding(kind, known, onPick)
  return (
    <div className="hl-code-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="hl-input"
        role="combobox"
        autoComplete="off"
        autoFocus={autoFocus}
        spellCheck={false}
        value={typed}
        placeholder={hint}
        aria-expanded={found.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={found.length > 0 ? `${id}${at}` : undefined}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}said`}
        onChange={(event) => type(event.target.value)}
        onBlur={shut}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}list`} role="listbox" aria-label={label} hidden={found.length === 0}>
        {found.map((one, index) => (
          <li
            key={one.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            // The field would lose the focus before the press arrives.
            onMouseDown={(event) => {
              event.preventDefault()
              pick(one)
            }}
          >
            <b className="code">{one.code}</b>
            <span>{one.title}</span>
          </li>
        ))}
      </ul>
      <small id={`${id}said`} data-wrong={wrong !== undefined || undefined} role="status">
        {wrong ?? (none ? text('field.nothing') : '')}
      </small>
    </div>
  )
}
