import type { Secrets } from '../secrets.ts'
import { Preferences, Vault } from './plugins.ts'

const prefix = 'hilo_'
const of = (key: string) => ({ prefixedKey: prefix + key, sync: false })
/** Readable once the device has been unlocked after its start, by this device alone: in no backup, on no other phone. */
const afterFirstUnlockThisDeviceOnly = 3
const installationKey = 'installationId'

/**
 * The name of this installation. Its first start empties the vault: Apple's outlives the application, and whoever
 * installs it anew is nobody's heir.
 */
const installed: Promise<string> = (async () => {
  const { value } = await Preferences.get({ key: installationKey })
  if (value !== null) return value
  await Vault.internalClearItemsWithPrefix({ prefix, sync: false }).catch(() => undefined)
  const made = crypto.randomUUID()
  await Preferences.set({ key: installationKey, value: made })
  return made
})()
installed.catch(() => undefined)

export const installation = (): Promise<string> => installed

export const vault: Omit<Secrets, 'watch'> = {
  async get(key) {
    try {
      await installed
      return (await Vault.internalGetItem(of(key))).data
    } catch {
      return null
    }
  },
  async set(key, value) {
    await installed
      .then(() => Vault.internalSetItem({ ...of(key), data: value, access: afterFirstUnlockThisDeviceOnly }))
      // It works on until the application ends; then whoever uses it signs in again.
      .catch(() => undefined)
  },
  async remove(key) {
    await Vault.internalRemoveItem(of(key)).catch(() => undefined)
  },
}
