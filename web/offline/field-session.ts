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

/** Whether all that is his is open. */
async function giveBack(id: number): Promise<boolean> {
  if (!(await isSealedFor(id))) return true
  const key = await keyring.own(id).catch(() => null)
  if (key === null) return false
  await unseal(id, key)
  await outbox.read()
  return true
}

async function begin(id: number): Promise<void> {
  await outbox.read()
  await sealOthers(id)
  await count()
  // Without network it comes the next time; what does not open holds up nobody.
  if (!(await giveBack(id).catch(() => false))) here.user = 0
  // For when he leaves without network.
  void keyring.own(id).catch(() => undefined)
  // Who sends may have looked while nobody was here.
  outbox.force()
  void drafts.sweep()
}

/** Who is here, and when his work is. */
let here: { user: number; given: Promise<void> } = { user: 0, given: Promise.resolve() }
session.onEnd(() => {
  here = { ...here, user: 0 }
})

export const fieldSession = {
  /** Somebody is here: resolves once all that he left on this device is his again, or cannot be yet. */
  begin(): Promise<void> {
    const { id } = session.get().info.user
    if (id === 0 || id === here.user) return here.given
    const next = () => begin(id)
    here = { user: id, given: here.given.then(next, next) }
    return here.given
  },
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
