import { deviceOf, installationId } from '@hilo/domain/device.ts'
import { text } from '../../ui/text.ts'

/** The device of a request in words: "Chrome en Windows". A native application sends the id of its installation. */
export function deviceText(device: string | null): string | null {
  if (device === null || device === '') return null
  const { browser, system } = deviceOf(device)
  if (browser && system) return text('sessions.device', { browser, system })
  if (installationId.test(device)) return text('list.audit.device.app')
  return browser ?? system ?? text('list.audit.device.other')
}
