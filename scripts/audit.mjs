/**
 * `npm run audit`: checks the production packages against the registry's advisories. High and critical ones fail, unless
 * `audit-exceptions.json` lists the advisory with a reason and an expiry date. A registry without advisories (a mirror, no
 * network) is reported and no failure.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './parts.mjs'
import { root } from './modules.mjs'

/**
 * @typedef {{ severity: string, via: (string | { url?: string, title?: string, severity?: string })[] }} Finding
 * @typedef {{ advisory: string, reason: string, until: string }} Exception `until`: YYYY-MM-DD, the last day
 */

/**
 * Judges what `npm audit --json` printed.
 * @param {string} text
 * @param {readonly Exception[]} exceptions
 * @param {string} today YYYY-MM-DD
 * @returns {{ offered: false } | { offered: true, wrong: string[] }}
 */
export function judge(text, exceptions, today) {
  const report = parsed(text)
  if (!report?.vulnerabilities) return { offered: false }
  const excused = new Set(exceptions.filter(({ until }) => until >= today).map(({ advisory }) => advisory))
  const grave = (one) => ['high', 'critical'].includes(one.severity)
  const advisories = Object.entries(/** @type {Record<string, Finding>} */ (report.vulnerabilities)).flatMap(
    ([name, { via }]) => via.flatMap((one) => (typeof one === 'object' && grave(one) ? [{ name, ...one }] : [])),
  )
  const open = advisories.filter(({ url = '' }) => !excused.has(url.slice(url.lastIndexOf('/') + 1)))
  return { offered: true, wrong: open.map(({ name, severity, title, url }) => `${name}: ${severity}, ${title} ${url}`) }
}

function parsed(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

const notOffered = 'el registro de paquetes no ofrece avisos de seguridad'

/** As one part of the tests: skipped if the registry has no advisories. */
export async function auditPackages() {
  const { output } = await run('npm', ['audit', '--package-lock-only', '--omit=dev', '--json'])
  const exceptions = JSON.parse(readFileSync(join(root, 'scripts/audit-exceptions.json'), 'utf8'))
  const judged = judge(output, exceptions, new Date().toISOString().slice(0, 10))
  if (!judged.offered) return { passed: 0, failed: 0, failures: notOffered }
  const failed = judged.wrong.length
  return failed > 0 ? { passed: 0, failed, failures: judged.wrong.join('\n') } : { passed: 1, failed }
}

if (process.argv[1] === import.meta.filename) {
  const { failures = 'Ningún aviso grave.', failed } = await auditPackages()
  console.log(failures)
  process.exitCode = failed > 0 ? 1 : 0
}
