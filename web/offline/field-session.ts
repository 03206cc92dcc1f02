/** Whose work lies on this device: given back to whoever signs in, sealed for whoever leaves, nobody else's to see. */
import { session } from '../api/session.ts'
import { drafts } from './drafts.ts'
import { keyring } from './keyring.ts'
import { outbox } from './outbox.ts'
import { isSealedFor, others, seal, unseal } from './seal.ts'
import { sender } from './sender.ts'

/** Operations of colleagues that wait on this device. */
let ofOthers = 0
const listeners = new Set<() => void>()

async function count(): Promise<void> {
  const waiting = await others(session.get().info.user.id)
  ofOthers = waiting.reduce((sum, one) => sum + one.count, 0)
  for (const listener of listeners) listener()
}

/** A colleague's session ended without his leaving: his work is sealed before anybody else goes on. */
async function sealOthers(user: number): Promise<void> {
  for (const one of await others(user)) {
    const key = one.sealed ? null : await keyring.get(one.user)
    if (key === null) continue
    await seal(one.user, key)
    await keyring.forget(one.user)
  }
}

async function begin(): Promise<void> {
  const { id } = session.get().info.user
  if (id === 0) return
  await outbox.read()
  await sealOthers(id)
  await count()
  // Without network the key comes the next time; only what is sealed needs it now.
  const key = await keyring.own(id).catch(() => null)
  if (key !== null && (await isSealedFor(id))) {
    await unseal(id, key)
    await outbox.read()
  }
  // Who sends may have looked while nobody was here.
  outbox.force()
  await drafts.sweep()
}

let last: Promise<void> = Promise.resolve()

export const fieldSession = {
  /** Somebody is here: one after the other. */
  begin: (): Promise<void> => (last = last.then(begin, begin)),
  /** Before its person leaves: what he has not sent is sealed. Gives the way back, for when leaving did not work out. */
  async leave(): Promise<() => Promise<void>> {
    const { id } = session.get().info.user
    const key = await keyring.own(id)
    const goOn = await sender.rest()
    await seal(id, key)
    await keyring.forget(id)
    return async () => {
      await unseal(id, key)
      await outbox.read()
      goOn()
    }
  },
  ofOthers: (): number => ofOthers,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
