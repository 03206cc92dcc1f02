/** Trusted Types policy for worker scripts: only the product's own scripts may start a worker. */

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

/** A script URL accepted by the policy. @throws {TypeError} for another origin */
export const ownScript = (url: string): string => policy?.createScriptURL(url) ?? own(url)

/** Worker scripts that a library starts by their plain address. */
const named = new Set<string>()

/**
 * Admits one worker script of ours for a library that hands the browser a plain address: the default policy lets pass
 * the named scripts and nothing else.
 */
export function admitScript(url: string): void {
  if (named.size === 0)
    trustedTypes?.createPolicy('default', {
      createScriptURL: (asked) => {
        if (!named.has(asked)) throw new TypeError(asked)
        return asked
      },
    })
  named.add(own(url))
}
