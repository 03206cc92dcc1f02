import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../web/dist/static')
let known: string | undefined

function builtFont(): string | undefined {
  try {
    return readdirSync(folder).find((name) => /^inter-latin[\w-]*\.woff2$/.test(name))
  } catch {
    // Not built: the system's own letters do.
    return undefined
  }
}

/** The web client's own letters, when they have been built; otherwise nothing. */
export function fontFace(): string {
  known ??= builtFont()
  if (known === undefined) return ''
  return `@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url(/static/${known}) format("woff2")}`
}
