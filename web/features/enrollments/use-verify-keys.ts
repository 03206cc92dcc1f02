import { useEffect, useRef } from 'react'
import type { Stage } from './use-stage.ts'

interface VerifyKeys {
  stage: Stage
  approve: () => void
  ask: (decision: 'rechazada' | 'repetir') => void
  undo: () => void
  /** Previous or next enrolment. */
  step: (by: 1 | -1) => void
  /** Previous or next picture. */
  picture: (by: 1 | -1) => void
  enabled: boolean
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable], dialog *')

const arrows: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrow keys: left and right change the picture, up and down the enrolment; with Shift they pan. */
function arrow({ key, shiftKey }: KeyboardEvent, { stage, step, picture }: VerifyKeys): boolean {
  const way = arrows[key]
  if (!way) return false
  const [x, y] = way
  if (shiftKey) stage.go(x, y)
  else if (x !== 0) picture(x)
  else if (y !== 0) step(y)
  return true
}

function letter(key: string, { stage, approve, ask, undo }: VerifyKeys): boolean {
  const acts: Readonly<Record<string, () => void>> = {
    a: approve,
    r: () => ask('rechazada'),
    p: () => ask('repetir'),
    z: undo,
    g: stage.turn,
    '+': stage.larger,
    '-': stage.smaller,
    '0': stage.reset,
  }
  acts[key.toLowerCase()]?.()
  return key.toLowerCase() in acts
}

/** Global keyboard shortcuts, except while typing. */
export function useVerifyKeys(keys: VerifyKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const undoing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
      if (!latest.current.enabled || typing(event.target) || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && !undoing) return
      // Ignore key repeat: a held key decides once.
      const done = arrow(event, latest.current) || (!event.repeat && letter(event.key, latest.current))
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
