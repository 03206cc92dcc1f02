/**
 * Icons and splash screens of the native application, drawn from the mark in web/assets/favicon.svg: Android's as vectors with
 * theme colours, Apple's as PNG. Run after a change of the mark.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

const web = join(dirname(new URL(import.meta.url).pathname), '..', 'web')
const mark = readFileSync(join(web, 'assets', 'favicon.svg'), 'utf8')
/** Its two paths: the outer one in the ink colour, the one across in the brand colour. */
const lines = [...mark.matchAll(/<path[^>]*? d="([^"]+)"[^>]*?stroke-width="([^"]+)"/g)].map(([, d, width]) => ({
  d,
  width,
}))
if (lines.length !== 2) throw new Error('favicon.svg is no longer the mark of two lines')
const accent = '#12a874'
const grounds = { light: '#ffffff', dark: '#131816' }
const inks = { light: '#131a17', dark: '#e9eeeb' }

/** An Android vector: the mark of 32 units, scaled in the middle of a square. */
function vector(size, view, scale, colours) {
  const at = (view - 32 * scale) / 2
  const paths = lines.map(
    ({ d, width }, index) => `        <path
            android:pathData="${d}"
            android:strokeColor="${colours[index]}"
            android:strokeWidth="${width}" />`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${size}dp"
    android:height="${size}dp"
    android:viewportWidth="${view}"
    android:viewportHeight="${view}">
    <group
        android:scaleX="${scale}"
        android:scaleY="${scale}"
        android:translateX="${at}"
        android:translateY="${at}">
${paths.join('\n')}
    </group>
</vector>
`
}

function svg(size, scale, colours, ground) {
  const at = (size - 32 * scale) / 2
  const paths = lines.map(
    ({ d, width }, index) => `<path d="${d}" stroke="${colours[index]}" stroke-width="${width}"/>`,
  )
  const back = ground ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${back}<g fill="none" transform="translate(${at} ${at}) scale(${scale})">${paths.join('')}</g></svg>\n`
}

function write(path, content) {
  const file = join(web, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`
const info = { author: 'xcode', version: 1 }
const appearance = (value) => ({ appearances: [{ appearance: 'luminosity', value }] })

function android() {
  const drawable = 'android/app/src/main/res/drawable'
  const themed = ['@color/ink', '@color/accent']
  const white = ['#FFFFFF', '#FFFFFF']
  // Launchers always show the middle 66 of 108.
  write(`${drawable}/ic_launcher_foreground.xml`, vector(108, 108, 1.9, themed))
  write(`${drawable}/ic_launcher_monochrome.xml`, vector(108, 108, 1.9, white))
  write(`${drawable}/splash_icon.xml`, vector(288, 108, 1.9, themed))
  write(`${drawable}/ic_notification.xml`, vector(24, 32, 1, white))
}

async function apple() {
  const assets = 'ios/App/App/Assets.xcassets'
  const icon = `${assets}/AppIcon.appiconset`
  const drawn = {
    'icon.png': svg(1024, 23, [inks.light, accent], grounds.light),
    'icon-dark.png': svg(1024, 23, [inks.dark, accent], grounds.dark),
    'icon-tinted.png': svg(1024, 23, ['#ffffff', '#9a9a9a'], '#000000'),
  }
  for (const [name, picture] of Object.entries(drawn))
    write(`${icon}/${name}`, await sharp(Buffer.from(picture)).removeAlpha().png({ palette: true }).toBuffer())
  const of = { idiom: 'universal', platform: 'ios', size: '1024x1024' }
  const images = [
    { filename: 'icon.png', ...of },
    { filename: 'icon-dark.png', ...of, ...appearance('dark') },
    { filename: 'icon-tinted.png', ...of, ...appearance('tinted') },
  ]
  write(`${icon}/Contents.json`, json({ images, info }))
  const splash = `${assets}/Splash.imageset`
  write(`${splash}/splash.svg`, svg(128, 4, [inks.light, accent]))
  write(`${splash}/splash-dark.svg`, svg(128, 4, [inks.dark, accent]))
  const pictures = [
    { filename: 'splash.svg', idiom: 'universal' },
    { filename: 'splash-dark.svg', idiom: 'universal', ...appearance('dark') },
  ]
  const properties = { 'preserves-vector-representation': true }
  write(`${splash}/Contents.json`, json({ images: pictures, info, properties }))
}

android()
await apple()
