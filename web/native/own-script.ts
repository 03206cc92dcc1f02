/** Addresses of the product's own scripts, the only ones that may begin a worker. */

interface Policy {
  createScriptURL(url: string): string
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

function own(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(url)
  return url
}

const policy = trustedTypes?.createPolicy('hilo-own-script', { createScriptURL: own })

/** The address as the page's policy takes it. @throws {TypeError} when it is somebody else's */
export const ownScript = (url: string): string => policy?.createScriptURL(url) ?? own(url)
