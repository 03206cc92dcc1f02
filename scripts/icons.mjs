/** Draws the installed application's icons from the mark: run `node scripts/icons.mjs` after it has changed. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './modules.mjs'

const sharp = createRequire(join(root, 'server', 'package.json'))('sharp')
const folder = join(root, 'web', 'assets')
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8').trim()
/** The dark scheme's colours in any scheme: the thread is lit. */
const [ground, ring, lit] = ['#131816', '#e9eeeb', '#3bd79b']
const inner = mark
  .replace(/^<svg[^>]*>|<\/svg>$/g, '')
  .replace(/<style>.*<\/style>/, '')
  .replaceAll('class="p"', `stroke="${ring}"`)
  .replaceAll('#12a874', lit)

/** @param share size of the mark relative to the side; launchers may crop a maskable icon to a circle */
function drawing(side, share, corner) {
  const size = side * share
  const at = (side - size) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" fill="none">
    <rect width="${side}" height="${side}" rx="${side * corner}" fill="${ground}"/>
    <g transform="translate(${at} ${at}) scale(${size / 32})">${inner}</g></svg>`
}

mkdirSync(join(folder, 'icons'), { recursive: true })
const icons = [
  ['icon-192.png', 192, 0.76, 0.2],
  ['icon-512.png', 512, 0.76, 0.2],
  ['maskable-512.png', 512, 0.6, 0],
  ['apple-180.png', 180, 0.7, 0],
]
for (const [name, side, share, corner] of icons)
  await sharp(Buffer.from(drawing(side, share, corner)))
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toFile(join(folder, 'icons', name))
