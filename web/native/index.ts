/**
 * True in the native application, which has no cookie and a device behind it. A build constant. Imports of native code
 * test the literal constant again, so that the web build drops that code.
 */
export const native = import.meta.env.VITE_NATIVE === '1'

/** Base URL of the API: same origin on the web. */
export const apiBase = `${native ? import.meta.env.VITE_API_BASE : ''}/api/v1/`

/** Origin of the pages that anybody may open: the native application is not served from it. */
export const publicOrigin = (): string => (native ? String(import.meta.env.VITE_API_BASE) : location.origin)

/** Platform, as named in the releases. iPads identify as Macs, so iOS is detected by the URL scheme. */
export const platform = !native ? 'web' : location.protocol === 'capacitor:' ? 'ios' : 'android'
