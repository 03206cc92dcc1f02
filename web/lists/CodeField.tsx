import type { Found } from '@hilo/contract/search.ts'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { useCall } from '../api/query.ts'
import { text } from '../ui/text.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import './code-field.css'
import { boxLabel } from './registry/faceplate-items.ts'

interface CodeFieldProps {
  label: string
  /** Kind of record to search for; with an array, every listed kind is searched. */
  kind: Found['kind'] | readonly Found['kind'][]
  /** Text shown in the field until the user types. */
  known?: string | undefined
  hint?: string | undefined
  wrong?: string | undefined
  autoFocus?: boolean
  /** Called with null when the user clears the selection. */
  onPick: (found: Pick<Found, 'id' | 'code' | 'kind'> | null) => void
}

const waitMs = 150

/** The field's text: follows `known` until the user types, and resets whenever `known` changes. */
function useTyped(known: string) {
  const [typed, setTyped] = useState(known)
  const [last, setLast] = useState(known)
  /** True while the text is the selected record's code, or nothing is selected. */
  const [settled, setSettled] = useState(true)
  if (known !== last) {
    setLast(known)
    if (settled) setTyped(known)
  }
  const put = (value: string, chosen: boolean) => {
    setTyped(value)
    setSettled(chosen || value.trim() === '')
  }
  return { typed, settled, put }
}

/** The record's code as the field shows it. */
const codeOf = ({ kind, code }: Found) => (kind === 'cto' ? boxLabel(code) : code)
/** A complete code typed or pasted selects its record when exactly one result has that code. */
function meantBy(written: string, found: readonly Found[]): number | null {
  const alike = (code: string) => code.toLowerCase() === written.toLowerCase()
  const [one, another] = found.filter((each) => alike(each.code) || alike(codeOf(each)))
  return one && !another ? one.id : null
}

/** Search results for the typed text, and the result highlighted by the arrow keys. */
function useFinding(kind: CodeFieldProps['kind'], known: string, onPick: CodeFieldProps['onPick']) {
  const { typed, settled, put } = useTyped(known)
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const [at, setAt] = useState(0)
  const asked = useDebounced(typed.trim(), waitMs)
  const answer = useCall('admin_vno/search/get', { text: asked }, { enabled: !settled && asked.length > 1 })
  const answered = !settled && answer.isSuccess && asked === typed.trim()
  const all = (settled ? undefined : answer.data?.records.filter((one) => [kind].flat().includes(one.kind))) ?? []
  const found = open ? all : []
  const pick = (one: Found | undefined) => {
    if (!one) return
    put(codeOf(one), true)
    setOpen(false)
    onPick(one)
  }
  const type = (value: string) => {
    put(value, false)
    setOpen(true)
    setLeft(false)
    setAt(0)
    onPick(null)
  }
  const meant = answered && left ? meantBy(asked, all) : null
  const sure = useEffectEvent((id: number) => pick(all.find((one) => one.id === id)))
  useEffect(() => {
    if (meant !== null) sure(meant)
  }, [meant])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (found.length === 0) return
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (move === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (move === 0) pick(found[at])
    else setAt((at + move + found.length) % found.length)
  }
  const shut = () => {
    setOpen(false)
    setLeft(true)
  }
  const said = () => {
    if (!answered || asked.length < 2) return null
    if (all.length === 0) return 'field.nothing'
    return left && meant === null ? 'field.choose' : null
  }
  return { typed, type, found, at, said: said(), pick, onKeyDown, shut }
}

/** Autocomplete: searches records by code or name as the user types, and selects one. */
export function CodeField({ label, kind, known = '', hint, wrong, autoFocus, onPick }: CodeFieldProps) {
  const id = useId()
  const { typed, type, found, at, said, pick, onKeyDown, shut } = useFinding(kind, known, onPick)
  return (
    <div className="hl-code-field grid gap-4 relative">
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
      <ul
        className="surface line round left-0 float"
        id={`${id}list`}
        role="listbox"
        aria-label={label}
        hidden={found.length === 0}
      >
        {found.map((one, index) => (
          <li
            className="grid pointer lines-16"
            key={one.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            // Keep the focus in the field: its blur would close the list before the click arrives.
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
      <small className="lines-16" id={`${id}said`} data-wrong={wrong !== undefined || undefined} role="status">
        {wrong ?? (said ? text(said) : '')}
      </small>
    </div>
  )
}
