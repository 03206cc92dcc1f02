/**
 * Native plugins by name. Only the types of their packages are imported: their web implementations must not be bundled,
 * least of all a "secure" storage that uses the browser's.
 */
import type { AppPlugin } from '@capacitor/app'
import type { CapacitorBarcodeScannerOptions, CapacitorBarcodeScannerScanResult } from '@capacitor/barcode-scanner'
import type { BrowserPlugin } from '@capacitor/browser'
import type { CameraPlugin } from '@capacitor/camera'
import { registerPlugin } from '@capacitor/core'
import type { FilesystemPlugin } from '@capacitor/filesystem'
import type { HapticsPlugin } from '@capacitor/haptics'
import type { NetworkPlugin } from '@capacitor/network'
import type { PreferencesPlugin } from '@capacitor/preferences'
import type { PushNotificationsPlugin } from '@capacitor/push-notifications'
import type { SharePlugin } from '@capacitor/share'
import type { AppUpdatePlugin } from '@capawesome/capacitor-app-update'

interface Scanner {
  scanBarcode: (options: CapacitorBarcodeScannerOptions) => Promise<CapacitorBarcodeScannerScanResult>
}
/** Native interface of @aparajita/capacitor-secure-storage: Keychain and Keystore. */
interface Vault {
  internalGetItem: (options: { prefixedKey: string; sync: boolean }) => Promise<{ data: string | null }>
  internalSetItem: (options: { prefixedKey: string; data: string; sync: boolean; access: number }) => Promise<void>
  internalRemoveItem: (options: { prefixedKey: string; sync: boolean }) => Promise<{ success: boolean }>
  internalClearItemsWithPrefix: (options: { prefix: string; sync: boolean }) => Promise<void>
}

export const App = registerPlugin<AppPlugin>('App')
export const AppUpdate = registerPlugin<AppUpdatePlugin>('AppUpdate')
export const Browser = registerPlugin<BrowserPlugin>('Browser')
export const Camera = registerPlugin<CameraPlugin>('Camera')
export const Filesystem = registerPlugin<FilesystemPlugin>('Filesystem')
export const Haptics = registerPlugin<HapticsPlugin>('Haptics')
export const Network = registerPlugin<NetworkPlugin>('Network')
export const Preferences = registerPlugin<PreferencesPlugin>('Preferences')
export const PushNotifications = registerPlugin<PushNotificationsPlugin>('PushNotifications')
export const Scanner = registerPlugin<Scanner>('CapacitorBarcodeScanner')
export const Share = registerPlugin<SharePlugin>('Share')
export const Vault = registerPlugin<Vault>('SecureStorage')
