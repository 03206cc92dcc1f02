import type { AnyStepData } from '@hilo/domain/step-data.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { session } from '../api/session.ts'
import type { Change } from '../native/device-types.ts'
import { serverNow } from '../api/clock.ts'
import { deviceStore } from './device-store.ts'
import { draftOf, isStale, type Draft } from './draft.ts'

/** Local id → server id of interventions begun offline. */
const moved = new Map<number, number>()

const userId = () => session.get().info.user.id
const keyOf = (event: number, step: FieldStep | `form.${string}`) => `${userId()}/${moved.get(event) ?? event}/${step}`

/** Moves under way. Reads and writes of drafts wait for them: a move would overwrite what is typed meanwhile with the older value. */
let moving: Promise<unknown> = Promise.resolve()

async function settledKey(event: number, name: FieldStep | `form.${string}`): Promise<string> {
  await moving
  return keyOf(event, name)
}

/** Keys of a user's drafts; of one intervention, or of all. */
async function keysOf(user: number, event?: number): Promise<string[]> {
  const start = event === undefined ? `${user}/` : `${user}/${event}/`
  return (await deviceStore.keys('drafts')).filter((key) => key.startsWith(start))
}

/** Store changes that move a user's drafts from a local id to the server's. */
async function movesOf(user: number, local: number, event: number): Promise<Change[]> {
  const changes = (await keysOf(user, local)).map(async (key): Promise<Change[]> => {
    const value = await deviceStore.get('drafts', key)
    const there = `${user}/${event}/${key.slice(key.lastIndexOf('/') + 1)}`
    return [
      { store: 'drafts', key, value: undefined },
      { store: 'drafts', key: there, value },
    ]
  })
  return (await Promise.all(changes)).flat()
}

export const drafts = {
  async get(event: number, step: FieldStep): Promise<Draft | null> {
    return draftOf(await deviceStore.get('drafts', await settledKey(event, step)))
  },
  /** Stores a draft; called on every change. `at`: server time of the change, ms. */
  async put(event: number, step: FieldStep, data: AnyStepData, at: number): Promise<void> {
    await deviceStore.put('drafts', await settledKey(event, step), { schema: 1, data, at } satisfies Draft)
  },
  async remove(event: number, step: FieldStep): Promise<void> {
    await deviceStore.remove('drafts', await settledKey(event, step))
  },
  /** Draft of a form that is not a step; event 0 stands for no intervention. */
  async form(event: number, name: string): Promise<object | null> {
    return draftOf(await deviceStore.get('drafts', await settledKey(event, `form.${name}`)))?.data ?? null
  },
  async putForm(event: number, name: string, data: object): Promise<void> {
    const draft = { schema: 1, data, at: serverNow() } satisfies Draft
    await deviceStore.put('drafts', await settledKey(event, `form.${name}`), draft)
  },
  async removeForm(event: number, name: string): Promise<void> {
    await deviceStore.remove('drafts', await settledKey(event, `form.${name}`))
  },
  /** The steps of an intervention that have a draft. */
  async of(event: number): Promise<{ step: FieldStep; draft: Draft }[]> {
    const found = fieldSteps.map(async (step) => ({ step, draft: await drafts.get(event, step) }))
    return (await Promise.all(found)).flatMap(({ step, draft }) => (draft ? [{ step, draft }] : []))
  },
  /** The user's interventions that have drafts, with their steps. */
  async typed(): Promise<ReadonlyMap<number, readonly FieldStep[]>> {
    const found = new Map<number, FieldStep[]>()
    for (const key of await keysOf(userId())) {
      const [, event = '', name] = key.split('/')
      const step = fieldSteps.find((one) => one === name)
      if (step) found.set(Number(event), [...(found.get(Number(event)) ?? []), step])
    }
    return found
  },
  /** Deletes every draft of an intervention. */
  async drop(event: number): Promise<void> {
    await deviceStore.change(await drafts.dropping(event))
  },
  /** Store changes that delete every draft of an intervention. */
  async dropping(event: number): Promise<Change[]> {
    return (await keysOf(userId(), event)).map((key) => ({ store: 'drafts', key, value: undefined }))
  },
  /**
   * Moves the drafts of an intervention from its local id to the server's.
   * @param write stores the changes, with others of the caller, in one atomic change
   */
  async move(local: number, event: number, write: (changes: readonly Change[]) => Promise<void>): Promise<void> {
    const move = moving.then(async () => {
      const changes = await movesOf(userId(), local, event)
      moved.set(local, event)
      await write(changes)
    })
    moving = move.catch(() => undefined)
    await move
  },
  /** Deletes drafts too old for their intervention to be open. */
  async sweep(): Promise<void> {
    for (const key of await keysOf(userId())) {
      const kept = await deviceStore.get('drafts', key)
      // A store that cannot be read at the moment has lost nothing.
      if (kept === undefined) continue
      const draft = draftOf(kept)
      if (draft === null || isStale(draft, serverNow())) await deviceStore.remove('drafts', key)
    }
  },
}
