import type { AnyStepData } from '@hilo/domain/step-data.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { session } from '../api/session.ts'
import type { Change } from '../native/store.ts'
import { serverNow } from '../api/clock.ts'
import { device } from './device.ts'
import { draftOf, isStale, type Draft } from './draft.ts'

export type { Draft } from './draft.ts'

/** What was begun without coverage and has the server's id since. */
const moved = new Map<number, number>()

const userId = () => session.get().info.user.id
const keyOf = (event: number, step: FieldStep | `form.${string}`) => `${userId()}/${moved.get(event) ?? event}/${step}`

/** Keys of what a person has typed; of one intervention, or of all. */
async function keysOf(user: number, event?: number): Promise<string[]> {
  const start = event === undefined ? `${user}/` : `${user}/${event}/`
  return (await device.keys('drafts')).filter((key) => key.startsWith(start))
}

export const drafts = {
  async get(event: number, step: FieldStep): Promise<Draft | null> {
    return draftOf(await device.get('drafts', keyOf(event, step)))
  },
  /** Kept at every change. Gives the time that it was kept with. */
  async put(event: number, step: FieldStep, data: AnyStepData): Promise<number> {
    const draft: Draft = { schema: 1, data, at: serverNow() }
    await device.put('drafts', keyOf(event, step), draft)
    return draft.at
  },
  remove: (event: number, step: FieldStep): Promise<void> => device.remove('drafts', keyOf(event, step)),
  /** What was typed in a form of an intervention that is no step of it; 0 stands for none. */
  async form(event: number, name: string): Promise<object | null> {
    return draftOf(await device.get('drafts', keyOf(event, `form.${name}`)))?.data ?? null
  },
  putForm: (event: number, name: string, data: object): Promise<void> =>
    device.put('drafts', keyOf(event, `form.${name}`), { schema: 1, data, at: serverNow() } satisfies Draft),
  removeForm: (event: number, name: string): Promise<void> => device.remove('drafts', keyOf(event, `form.${name}`)),
  /** The steps of an intervention in which something was typed and not confirmed. */
  async of(event: number): Promise<{ step: FieldStep; draft: Draft }[]> {
    const found = fieldSteps.map(async (step) => ({ step, draft: await drafts.get(event, step) }))
    return (await Promise.all(found)).flatMap(({ step, draft }) => (draft ? [{ step, draft }] : []))
  },
  /** The interventions in which a person has typed and not confirmed, with their steps. */
  async typed(): Promise<ReadonlyMap<number, readonly FieldStep[]>> {
    const found = new Map<number, FieldStep[]>()
    for (const key of await keysOf(userId())) {
      const [, event = '', name] = key.split('/')
      const step = fieldSteps.find((one) => one === name)
      if (step) found.set(Number(event), [...(found.get(Number(event)) ?? []), step])
    }
    return found
  },
  /** Takes everything away that was typed in an intervention. */
  async drop(event: number): Promise<void> {
    await device.change(await drafts.dropping(event))
  },
  /** What takes everything away that was typed in an intervention. */
  async dropping(event: number): Promise<Change[]> {
    return (await keysOf(userId(), event)).map((key) => ({ store: 'drafts', key, value: undefined }))
  },
  /** What takes it to the id that the server gave. */
  async moving(local: number, event: number): Promise<Change[]> {
    moved.set(local, event)
    const user = userId()
    const changes = (await keysOf(user, local)).map(async (key): Promise<Change[]> => {
      const value = await device.get('drafts', key)
      const there = `${user}/${event}/${key.slice(key.lastIndexOf('/') + 1)}`
      return [
        { store: 'drafts', key, value: undefined },
        { store: 'drafts', key: there, value },
      ]
    })
    return (await Promise.all(changes)).flat()
  },
  /** Clears away what is too old for any intervention to be open still. */
  async sweep(): Promise<void> {
    for (const key of await keysOf(userId())) {
      const draft = draftOf(await device.get('drafts', key))
      if (draft === null || isStale(draft, serverNow())) await device.remove('drafts', key)
    }
  },
}
