/**
 * Owner of the unsent work on this device: unsealed at sign-in, sealed (encrypted) at sign-out, hidden from other
 * users.
 */
import { session } from '../api/session.ts'
import { drafts } from './drafts.ts'
import { keyring } from './keyring.ts'
import { outbox } from './outbox.ts'
import { isSealedFor, othersWithWork, seal, unseal } from './seal.ts'
import { sender } from './sender.ts'

/** Number of other users' unsent operations on this device. */
let ofOthers = 0
const listeners = new Set<() => void>()

async function count(): Promise<void> {
  const waiting = await othersWithWork(session.get().info.user.id)
  ofOthers = waiting.reduce((sum, one) => sum + one.count, 0)
  for (const listener of listeners) listener()
}

/** Seals the work of users whose session ended without signing out, before the next user goes on. */
async function sealOthers(user: number): Promise<void> {
  for (const one of await othersWithWork(user)) {
    const key = one.sealed ? null : await keyring.get(one.user)
    if (key === null) continue
    await seal(one.user, key)
    await keyring.forget(one.user)
  }
}

/** Unseals the user's work. True when all of it is open. */
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
  // Offline, unsealing is retried at the next start; a failure must not block the user.
  if (!(await giveBack(id).catch(() => false))) here.user = 0
  // Fetch the user's key now, so that an offline sign-out can seal.
  void keyring.own(id).catch(() => undefined)
  // The sender may have looked while the work was still sealed.
  outbox.force()
  void drafts.sweep()
}

/** The signed-in user, and the promise of the user's unsealed work. */
let here: { user: number; given: Promise<void> } = { user: 0, given: Promise.resolve() }
session.onEnd(() => {
  here = { ...here, user: 0 }
})

export const fieldSession = {
  /** Starts a user's session; resolves once the user's work is unsealed, or cannot be for now. */
  begin(): Promise<void> {
    const { id } = session.get().info.user
    if (id === 0 || id === here.user) return here.given
    const next = () => begin(id)
    here = { user: id, given: here.given.then(next, next) }
    return here.given
  },
  /** Seals the user's unsent work before signing out. Returns the undo function, for a failed sign-out. */
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
