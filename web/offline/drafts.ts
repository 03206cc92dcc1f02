import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { session } from '../api/session.ts'
import { store } from '../native/store.ts'

/** What somebody has typed in a step and not yet confirmed. */
export interface Draft {
  data: AnyStepData
  at: number
}

const keyOf = (event: number, step: FieldStep) => `${session.get().info.user.id}/${event}/${step}`
const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'data' in value

/** Kept at every change; a device that stores nothing keeps them as long as the page lives. */
const unstored = new Map<string, Draft>()

export const drafts = {
  async get(event: number, step: FieldStep): Promise<Draft | null> {
    const key = keyOf(event, step)
    const kept = await store.get('drafts', key).catch(() => unstored.get(key))
    return isDraft(kept) ? kept : null
  },
  async put(event: number, step: FieldStep, data: AnyStepData): Promise<void> {
    const draft: Draft = { data, at: Date.now() }
    const key = keyOf(event, step)
    await store.put('drafts', key, draft).catch(() => unstored.set(key, draft))
  },
  async remove(event: number, step: FieldStep): Promise<void> {
    unstored.delete(keyOf(event, step))
    await store.remove('drafts', keyOf(event, step)).catch(() => undefined)
  },
}
