/**
 * Third-party packages: each folder with a package.json declares its imports, since hoisting is accidental; undeclared and
 * unused ones are violations.
 */
import { importsOf, isTest } from './imports.mjs'

/** Used without an import: the platform that the iOS build copies. */
const unnamed = ['@capacitor/ios']

/**
 * Every broken rule of one folder, as sentences.
 * @param manifest its package.json
 * @param texts text by path of its files, those of folders with their own package.json left out
 * @param peers names that a declared package demands of its installer
 * @param isProduct true where what is imported at run time has to be there without the packages of development
 */
export function packageFaults({ manifest, texts, peers, isProduct }) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest
  const installed = { ...dependencies, ...optionalDependencies }
  const declared = { ...installed, ...devDependencies }
  const found = []
  for (const [path, text] of texts)
    for (const { from, type } of importsOf(text)) {
      const name = packageOf(from)
      if (name === null || (name.startsWith('@hilo/') && !manifest.name.startsWith('@hilo/'))) continue
      const known = name in declared || (type && typesOf(name) in declared)
      if (!known) found.push(`${path} imports ${name}, which ${manifest.name} does not declare`)
      else if (isProduct && !type && !isForTests(path) && !(name in installed))
        found.push(`${path} imports ${name} at run time, which ${manifest.name} declares for development alone`)
    }
  const written = [...texts.values(), JSON.stringify(manifest.scripts ?? {})].join('\n')
  for (const name of Object.keys(declared)) {
    const said = [name, ...(name.startsWith('@types/') ? [name.slice('@types/'.length)] : [])]
    if (said.some((one) => isNamed(one, written)) || peers.includes(name) || unnamed.includes(name)) continue
    found.push(`${manifest.name} declares ${name}, which no file of it uses`)
  }
  return [...new Set(found)]
}

/** Code that tests the product without being part of it. */
function isForTests(path) {
  return isTest(path) || /^server\/(fuzz|matrix|guards|faults|auth\/test-)/.test(path)
}

/** Package name of an import; null for own files and Node's modules. */
function packageOf(from) {
  if (from.startsWith('.') || from.startsWith('node:')) return null
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}

/** `@types/koa` of `koa`. */
const typesOf = (name) => `@types/${name.replace(/^@/, '').replace('/', '__')}`

/** Mentioned in an import, style sheet, native project or command. For packages per platform the scope is mentioned. */
function isNamed(name, written) {
  const said = /-(arm64|x64)$/.test(name) ? name.slice(0, name.indexOf('/') + 1) : name
  const word = said.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\w@-])${word}${said === name ? '(?![\\w-])' : ''}`).test(written)
}
