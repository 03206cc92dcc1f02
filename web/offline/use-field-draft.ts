import { useEffect, useRef, useState } from 'react'
import { drafts } from './drafts.ts'

/** Draft of a form that is not a step: stored on the device at every change, until sent. */
export function useFieldDraft<T extends object>(event: number, form: string, first: T) {
  const [typed, setTyped] = useState(first)
  const touched = useRef(false)
  useEffect(() => {
    let wanted = true
    void drafts.form(event, form).then((kept) => {
      if (wanted && kept && !touched.current) setTyped((old) => ({ ...old, ...kept }))
    })
    return () => {
      wanted = false
    }
  }, [event, form])
  const type = (patch: Partial<T>) => {
    touched.current = true
    setTyped((old) => {
      const next = { ...old, ...patch }
      void drafts.putForm(event, form, next)
      return next
    })
  }
  return { typed, type, sent: () => drafts.removeForm(event, form) }
}
