import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../toasts.tsx'
import { keep, readKept } from './kept.ts'
import { useHoldWriting } from './writing.ts'

/** Texts, switches and lists of texts: what controls hold. Numbers are texts until they are sent. */
export type Values = Record<string, string | boolean | readonly string[]>
type Wrong<V> = { [K in keyof V]?: string }

/** The record has moved on since it was opened: what the server has now, and in which version. */
export interface Conflict<V> {
  theirs: V
  version: number
}

interface FormData<V extends Values> {
  initial: V
  /** Sentences of what is wrong already here, by field; nothing is sent while there are any. */
  check?: (values: V) => Wrong<V>
  /** Of the record behind `initial`. Records move under an open form: what is sent is the one from when writing began. */
  version?: number | undefined
  /**
   * Sends it; throws what `call` throws. `version` is that one, or the newer one that the person chose to write over; 0
   * of what does not exist yet.
   */
  send: (values: V, version: number) => Promise<void>
  /** Keeps what is being written in this tab under this name. */
  keepAs?: string
  /** The values of a newer record, for the difference; without it a conflict is only told. */
  read?: (record: unknown) => V
}

export interface Form<V extends Values> {
  values: V
  initial: V
  set: (part: Partial<V>) => void
  /** What the form begins with, once it is known: nothing that the person has written. */
  suggest: (part: Partial<V>) => void
  wrong: Wrong<V>
  /** What went wrong and belongs to no field. */
  problem: string | null
  sending: boolean
  dirty: boolean
  /** What is shown had been written before and was found again. */
  found: boolean
  submit: (event?: FormEvent) => void
  reset: () => void
  conflict: Conflict<V> | null
  /** Ends a conflict: writes mine over theirs, takes theirs, or goes back to writing. */
  settle: (which: 'mine' | 'theirs' | null) => void
}

/** The server's complaints by field: `data.email` and `email` are the same field of a form. */
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

/** The version that was there when writing began, also where that was before the page was loaded again. */
function useSince(version: number | undefined, dirty: boolean, kept: number | undefined) {
  const since = useRef(kept ?? version)
  useEffect(() => {
    if (!dirty) since.current = version
  }, [dirty, version])
  return since
}

/** Keeps what is being written in this tab; null: nothing is. */
function useKept(keepAs: string | undefined, changed: object | null, since: RefObject<number | undefined>) {
  useEffect(() => {
    const version = since.current
    keep(keepAs, changed && { values: changed, ...(version !== undefined && { version }) })
  }, [keepAs, changed, since])
}

/** What belongs to no field stays in the form, and is told at once wherever the eyes are. */
function told(error: unknown): string {
  const sentence = problemText(error)
  toast.error(sentence)
  return sentence
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What a form begins with, and what becomes known of it later. */
function useBeginning<V extends Values>(given: V) {
  const [suggested, setSuggested] = useState<Partial<V>>({})
  const initial = useMemo(() => ({ ...given, ...suggested }), [given, suggested])
  const suggest = useCallback((part: Partial<V>) => setSuggested((now) => ({ ...now, ...part })), [])
  return { initial, suggest }
}

/** A form: what was typed stays after any failure, what is wrong stands at its field, it is sent once. */
export function useForm<V extends Values>(data: FormData<V>): Form<V> {
  const { check, send, keepAs, read } = data
  const { initial, suggest } = useBeginning(data.initial)
  const kept = useMemo(() => readKept(keepAs, data.initial), [keepAs, data.initial])
  const [changed, setChanged] = useState<Partial<V>>(kept?.values ?? {})
  const [found, setFound] = useState(kept !== null)
  const [wrong, setWrong] = useState<Wrong<V>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [conflict, setConflict] = useState<Conflict<V> | null>(null)
  const busy = useRef(false)
  const values = useMemo(() => ({ ...initial, ...changed }), [initial, changed])
  const dirty = !same(values, initial)
  const since = useSince(data.version, dirty, kept?.version)
  useKept(keepAs, dirty ? changed : null, since)
  useHoldWriting(dirty)
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
      keep(keepAs, null)
    } catch (error) {
      const clash = conflictOf(error, read)
      const fields = fieldsOf(error, values)
      setConflict(clash)
      setWrong(fields)
      if (!clash && Object.keys(fields).length === 0) setProblem(told(error))
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
    if (!conflict) return
    setConflict(null)
    if (which === 'mine') void run(conflict.version)
    else if (which === 'theirs') setChanged(conflict.theirs)
  }
  return { values, initial, set, suggest, wrong, problem, sending, dirty, found, submit, reset, conflict, settle }
}
