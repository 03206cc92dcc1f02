/**
 * The migrations up to 0082 were replaced by the baseline. Installations from before have their rows in `schema_migration`
 * and count as having the baseline once the last of these migrations is applied.
 */
export const baselineName = '0082-baseline'
const lastSquashed = '0082-passkey-eligible.sql'

interface Applied {
  name: string
  sha256: string
}

/** Whether the file is one of the replaced migrations, or has one of their numbers. */
export const isSquashed = (name: string): boolean => name.endsWith('.sql') && name.slice(0, 4) <= '0082'

/**
 * Rows of `schema_migration`, with the one of the baseline instead of those of the migrations that it replaces. Without a
 * hash: the files from before are not there to be compared.
 */
export function withBaseline(rows: readonly Applied[]): { name: string; sha256: string | null }[] {
  if (!rows.some(({ name }) => name === lastSquashed)) return [...rows]
  return [{ name: baselineName, sha256: null }, ...rows.filter(({ name }) => !isSquashed(name))]
}

/** @throws {Error} in Spanish if only some of the replaced migrations are applied */
export function refusePartial(rows: readonly Applied[]): void {
  const old = rows.map(({ name }) => name).filter(isSquashed)
  if (old.length === 0 || old.includes(lastSquashed)) return
  throw new Error(
    `La base de datos es de una versión de Hilo anterior al 30 de noviembre de 2026 (su última migración es ` +
      `${old.toSorted().at(-1)}). Arranca una vez la versión del 30 de noviembre de 2026, la última que trae la migración ` +
      `${lastSquashed}, y después esta. Cómo encontrarla está en docs/operations.md.`,
  )
}

/** Whether two databases are of the same version, one by the baseline, the other perhaps by the migrations that it replaces. */
export function sameVersion(one: readonly Applied[], other: readonly Applied[]): boolean {
  const later = (rows: readonly Applied[]) =>
    JSON.stringify(withBaseline(rows).map(({ name, sha256 }) => (name === baselineName ? [name] : [name, sha256])))
  return later(one) === later(other)
}
