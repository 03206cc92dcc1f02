import { readdirSync } from 'node:fs'
import { projectFile } from '../../kernel/place.ts'

const folder = projectFile('web/dist/static')
let known: string | undefined

function builtFont(): string | undefined {
  try {
    return readdirSync(folder).find((name) => /^inter-latin[\w-]*\.woff2$/.test(name))
  } catch {
    // Without a web build the system's fonts are used.
    return undefined
  }
}

/** The web client's font, if built; else empty. */
export function fontFace(): string {
  known ??= builtFont()
  if (known === undefined) return ''
  return `@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url(/static/${known}) format("woff2")}`
}
