import { readdirSync } from 'node:fs'
import { text } from '../../kernel/texts.ts'
import { boxDrawing, rowDrawing } from './drawing.ts'
import { escapeHtml } from './html.ts'
import { styles } from './styles.ts'
import { projectFile } from '../../kernel/place.ts'

interface Page {
  nonce: string
  title: string
  version: string
  /** Markup of the main column, already escaped. */
  main: string
  script?: string
}

const builtFiles = projectFile('web/dist/static')
let font: string | undefined

function builtFont(): string | undefined {
  try {
    return readdirSync(builtFiles).find((name) => /^inter-latin[\w-]*\.woff2$/.test(name))
  } catch {
    // Without a web build the system's fonts are used.
    return undefined
  }
}

/** The web client's font, if built; else empty. */
function fontFace(): string {
  font ??= builtFont()
  if (font === undefined) return ''
  return `@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url(/static/${font}) format("woff2")}`
}

/** Frame of every page of the issuer: drawing, main column, version. Self-contained except for the font. */
export function page({ nonce, title, version, main, script }: Page): string {
  return `<!doctype html>
<html lang="es" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="google" content="notranslate">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#F4F6F5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0C100E" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(text('app.name'))}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${fontFace()}${styles}</style>
</head>
<body>
<div class="art" aria-hidden="true">${rowDrawing}${boxDrawing}</div>
<main>${main}</main>
<footer>${escapeHtml(version)}</footer>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`
}
