import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { openStep, type Work } from './work.ts'

export const stepPath = (work: Pick<Work, 'id'>, step: FieldStep): string => `/tecnico/intervencion/${work.id}/${step}`
export const verdictPath = (work: Pick<Work, 'id'>): string => `/tecnico/intervencion/${work.id}/veredicto`
export const boardPath = (work: Pick<Work, 'cto'>): string => `/tecnico/vecinos/${work.cto.code}`

const stepKeys = 'hilo.step.'
const key = (id: number) => `${stepKeys}${id}`

/** Stores the last open step of an intervention for this tab. */
export function rememberStep(id: number, step: FieldStep): void {
  try {
    sessionStorage.setItem(key(id), step)
  } catch {
    // Without storage, work resumes at the first open step.
  }
}

/** Forgets the open steps: every intervention resumes at its first open step. */
export function forgetSteps(): void {
  try {
    for (const one of Object.keys(sessionStorage)) if (one.startsWith(stepKeys)) sessionStorage.removeItem(one)
  } catch {
    // Without storage nothing was stored.
  }
}

/** Step to resume: the last one shown, else the first open one. */
export function stepToGoOn(work: Pick<Work, 'id' | 'work_kind' | 'steps' | 'extra'>): FieldStep {
  let stored: string | null = null
  try {
    stored = sessionStorage.getItem(key(work.id))
  } catch {
    stored = null
  }
  return fieldSteps.find((step) => step === stored) ?? openStep(work) ?? 'final_report'
}

export const hairPath = (work: Pick<Work, 'id'>): string => `/tecnico/intervencion/${work.id}/cambio-pelo`

/** Box in which the work continues after the current intervention is closed. */
export interface NextBox {
  id: number
  code: string
}
const nextKey = (id: number) => `hilo.next.${id}`

export function rememberNext(id: number, box: NextBox): void {
  try {
    localStorage.setItem(nextKey(id), JSON.stringify(box))
  } catch {
    // Without storage, the technician chooses the box.
  }
}

export function nextBox(id: number): NextBox | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nextKey(id)) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'id' in stored && 'code' in stored
      ? (stored as NextBox)
      : null
  } catch {
    return null
  }
}

export const pastPath = (work: Pick<Work, 'id'>): string => `/tecnico/historial/${work.id}`
