import type { Secrets } from '../device-types.ts'
import { Preferences, Vault } from './plugins.ts'

const prefix = 'hilo_'
const of = (key: string) => ({ prefixedKey: prefix + key, sync: false })
/** Readable after the first unlock since boot, on this device only: not in backups, not on another phone. */
const afterFirstUnlockThisDeviceOnly = 3
const installationKey = 'installationId'

/**
 * Id of this installation. The first launch clears the vault: the iOS Keychain survives an uninstall, and a reinstalled
 * application must not inherit a session.
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
      // Works until the application ends; then the user signs in again.
      .catch(() => undefined)
  },
  async remove(key) {
    await Vault.internalRemoveItem(of(key)).catch(() => undefined)
  },
}
