/** Combines screenshots into one overview. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const desk = { width: 600, height: 375 }
const phone = { width: 173, height: 375 }
const gap = 20
const corner = 8
const ground = '#dfe5e2'

/** Rows of screens at a desk and on a phone, in both schemes. */
const rows: readonly (readonly string[])[] = [
  [
    'desk-light/admin-intervenciones-n',
    'desk-dark/admin-inicio',
    'desk-light/admin-intervenciones',
    'phone-light/admin-intervenciones-n',
    'phone-dark/admin-intervenciones',
  ],
  [
    'desk-dark/admin-verificacion',
    'desk-light/admin-accesos-n',
    'desk-dark/admin-agenda',
    'phone-light/admin-inicio',
    'phone-dark/admin-accesos-n',
  ],
  [
    'desk-light/admin-ctos-n',
    'desk-dark/admin-mapa',
    'desk-light/admin-vecinos-informes-n',
    'phone-light/admin-puertos',
    'phone-dark/admin-cambios-pelo-n',
  ],
]

const sizeOf = (name: string) => (name.startsWith('desk') ? desk : phone)

/** A screenshot scaled for the sheet, with rounded corners. */
async function small(file: string, { width, height }: typeof desk): Promise<Buffer> {
  const mask = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${corner}"/></svg>`
  const shape = await sharp(file).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer()
  return sharp(shape)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** Writes the sheet and returns its size in bytes. */
export async function composeSheet(folder: string, into: string): Promise<number> {
  const height = rows.length * (desk.height + gap) + gap
  const width = Math.max(...rows.map((row) => row.reduce((sum, name) => sum + sizeOf(name).width + gap, gap)))
  const parts = rows.flatMap((row, line) => {
    let left = gap
    return row.map(async (name) => {
      const place = { left, top: gap + line * (desk.height + gap) }
      left += sizeOf(name).width + gap
      return { ...place, input: await small(join(folder, `${name}.png`), sizeOf(name)) }
    })
  })
  await sharp({ create: { width, height, channels: 3, background: ground } })
    .composite(await Promise.all(parts))
    .webp({ quality: 82, effort: 6 })
    .toFile(into)
  return (await stat(into)).size
}
