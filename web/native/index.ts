/**
 * True in the native application, which has no cookie and a device behind it. A constant of the build. What loads the device's side asks for it
 * once more in so many words, so that the web's build leaves that side out.
 */
export const native = import.meta.env.VITE_NATIVE === '1'

/** Host of the API: the own origin on the web. */
export const apiBase = `${native ? import.meta.env.VITE_API_BASE : ''}/api/v1/`

/** Where the client runs, in the words of the releases. Tablets call themselves computers; the view's scheme does not lie. */
export const platform = !native ? 'web' : location.protocol === 'capacitor:' ? 'ios' : 'android'
