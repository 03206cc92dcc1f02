import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { Limit } from '../../api/limits.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../kit/toasts.tsx'
import { storeFormDraft, readFormDraft } from './form-draft.ts'
import { useRegisterUnsaved } from './unsaved-forms.ts'

/** Values of form controls: texts, switches and lists of texts. Numbers are texts until sent. */
export type Values = Record<string, string | boolean | readonly string[]>
type Limits = Readonly<Partial<Record<string, Limit>>>
type Wrong<V> = { [K in keyof V]?: string }

/** Version conflict: the server's current values and version. */
export interface Conflict<V> {
  theirs: V
  version: number
}

interface FormData<V extends Values> {
  initial: V
  /** Limits of the fields in the call that is sent: `limitsOf(path)`. */
  limits?: Limits
  /** Client-side errors by field; the form is not sent while there are any. */
  check?: (values: V) => Wrong<V>
  /**
   * Version of the record behind `initial`. Records change under an open form: the version sent is the one at the first
   * edit.
   */
  version?: number | undefined
  /**
   * Sends the form; throws what `call` throws. `version` is the one at the first edit, or the newer one that the user
   * chose to overwrite; 0 for a new record.
   */
  send: (values: V, version: number) => Promise<void>
  /** Name under which the draft is stored in this tab. */
  keepAs?: string
  /** Values of a newer record, for the conflict dialog; without it a conflict is reported without differences. */
  read?: (record: unknown) => V
}

export interface Form<V extends Values> {
  limits: Limits
  values: V
  initial: V
  set: (part: Partial<V>) => void
  /** Prefills values that arrive later, without overwriting edits. */
  suggest: (part: Partial<V>) => void
  wrong: Wrong<V>
  /** An error that belongs to no field. */
  problem: string | null
  sending: boolean
  dirty: boolean
  /** The values were restored from a draft. */
  found: boolean
  submit: (event?: FormEvent) => void
  reset: () => void
  conflict: Conflict<V> | null
  /** Resolves a conflict: overwrite with mine, take theirs, or (null) go back to editing. */
  settle: (which: 'mine' | 'theirs' | null) => void
}

/** Server errors by field: `data.email` and `email` are the same form field. */
function fieldsOf<V extends Values>(error: unknown, values: V): Wrong<V> {
  if (!(error instanceof CallProblem)) return {}
  const wrong: Record<string, string> = {}
  for (const { field, message } of error.body.details ?? []) {
    const name = [field, ...field.split('.')].find((part) => part in values)
    if (name !== undefined) wrong[name] ??= message
  }
  return wrong
}

function conflictOf<V extends Values>(error: unknown, read: FormData<V>['read']): Conflict<V> | null {
  if (!read || !(error instanceof CallProblem) || error.code !== 'VERSION_CONFLICT') return null
  const { record } = error.body
  if (typeof record !== 'object' || record === null || !('version' in record)) return null
  return { theirs: read(record), version: Number(record.version) }
}

/** The record's version at the first edit, kept across a page reload. */
function useEditedVersion(version: number | undefined, dirty: boolean, kept: number | undefined) {
  const since = useRef(kept ?? version)
  useEffect(() => {
    if (!dirty) since.current = version
  }, [dirty, version])
  return since
}

/** Stores the draft in this tab; null removes it. */
function useStoredDraft(keepAs: string | undefined, changed: object | null, since: RefObject<number | undefined>) {
  useEffect(() => {
    const version = since.current
    storeFormDraft(keepAs, changed && { values: changed, ...(version !== undefined && { version }) })
  }, [keepAs, changed, since])
}

/** An error without a field stays in the form, and is also shown in a toast, visible at any scroll position. */
function showUnattached(error: unknown): string {
  const sentence = problemText(error)
  toast.error(sentence)
  return sentence
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The initial values, including those prefilled later. */
function useBeginning<V extends Values>(given: V) {
  const [suggested, setSuggested] = useState<Partial<V>>({})
  const initial = useMemo(() => ({ ...given, ...suggested }), [given, suggested])
  const suggest = useCallback((part: Partial<V>) => setSuggested((now) => ({ ...now, ...part })), [])
  return { initial, suggest }
}

/**
 * Form state: typed values survive any failure, errors are shown at their fields, a submit in flight is not repeated.
 */
export function useForm<V extends Values>(data: FormData<V>): Form<V> {
  const { check, send, keepAs, read } = data
  const { initial, suggest } = useBeginning(data.initial)
  const kept = useMemo(() => readFormDraft(keepAs, data.initial), [keepAs, data.initial])
  const [changed, setChanged] = useState<Partial<V>>(kept?.values ?? {})
  const [found, setFound] = useState(kept !== null)
  const [wrong, setWrong] = useState<Wrong<V>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [conflict, setConflict] = useState<Conflict<V> | null>(null)
  const busy = useRef(false)
  const values = useMemo(() => ({ ...initial, ...changed }), [initial, changed])
  const dirty = !same(values, initial)
  const since = useEditedVersion(data.version, dirty, kept?.version)
  useStoredDraft(keepAs, dirty ? changed : null, since)
  useRegisterUnsaved(dirty)
  const set = useCallback((part: Partial<V>) => {
    setChanged((now) => ({ ...now, ...part }))
    setWrong((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
    setProblem(null)
  }, [])
  const reset = useCallback(() => {
    setChanged({})
    setFound(false)
    setWrong({})
    setProblem(null)
  }, [])
  const run = async (version: number | undefined) => {
    const amiss = check?.(values) ?? {}
    setWrong(amiss)
    if (busy.current || Object.values(amiss).some(Boolean)) return
    busy.current = true
    setSending(true)
    setProblem(null)
    try {
      await send(values, version ?? since.current ?? 0)
      storeFormDraft(keepAs, null)
    } catch (error) {
      const clash = conflictOf(error, read)
      const fields = fieldsOf(error, values)
      setConflict(clash)
      setWrong(fields)
      if (!clash && Object.keys(fields).length === 0) setProblem(showUnattached(error))
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    void run(undefined)
  }
  const settle = (which: 'mine' | 'theirs' | null) => {
    setConflict(null)
    if (which === 'mine' && conflict) void run(conflict.version)
    else if (which === 'theirs' && conflict) setChanged(conflict.theirs)
  }
  const state = { values, initial, wrong, problem, sending, dirty, found, conflict }
  return { ...state, limits: data.limits ?? {}, set, suggest, submit, reset, settle }
}
