import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { openStep, type Work } from './work.ts'

export const stepPath = (work: Pick<Work, 'id'>, step: FieldStep): string => `/tecnico/intervencion/${work.id}/${step}`
export const verdictPath = (work: Pick<Work, 'id'>): string => `/tecnico/intervencion/${work.id}/veredicto`
export const boardPath = (work: Pick<Work, 'cto'>): string => `/tecnico/vecinos/${work.cto.code}`

const stepKeys = 'hilo.step.'
const key = (id: number) => `${stepKeys}${id}`

/** Where the technician was in an intervention, for this tab. */
export function rememberStep(id: number, step: FieldStep): void {
  try {
    sessionStorage.setItem(key(id), step)
  } catch {
    // Without it one goes on at the first step that is not done.
  }
}

/** What was done before it may be lost: every intervention goes on at the first step that is not done. */
export function forgetSteps(): void {
  try {
    for (const one of Object.keys(sessionStorage)) if (one.startsWith(stepKeys)) sessionStorage.removeItem(one)
  } catch {
    // Nothing was remembered.
  }
}

/** The step to go on with: the one that was on the screen last, else the first that is not done. */
export function stepToGoOn(work: Pick<Work, 'id' | 'work_kind' | 'steps' | 'extra'>): FieldStep {
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(key(work.id))
  } catch {
    kept = null
  }
  return fieldSteps.find((step) => step === kept) ?? openStep(work) ?? 'final_report'
}

export const hairPath = (work: Pick<Work, 'id'>): string => `/tecnico/intervencion/${work.id}/cambio-pelo`

/** A box in which the work goes on once the one that was left is closed. */
export interface NextBox {
  id: number
  code: string
}
const nextKey = (id: number) => `hilo.next.${id}`

export function rememberNext(id: number, box: NextBox): void {
  try {
    localStorage.setItem(nextKey(id), JSON.stringify(box))
  } catch {
    // Without it the box is chosen by hand.
  }
}

export function nextBox(id: number): NextBox | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nextKey(id)) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'id' in kept && 'code' in kept ? (kept as NextBox) : null
  } catch {
    return null
  }
}

export const pastPath = (work: Pick<Work, 'id'>): string => `/tecnico/historial/${work.id}`
