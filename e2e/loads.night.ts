/** Loading a table with errors at the desk: sentences instead of codes, a trial run in its own words, and results to mend. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { changedSheet } from '../server/test/changed-sheet.ts'
import { check } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

const csv = [
  'número de orden;tipo;cto;nombre de contacto;teléfono;producto;bajada;calle',
  'W-1;alta;;Ana García;600 111 222;FTTH;600;C/ Luna 3',
  'W-2;alta;NO-ES-NADA;Luis Ortega;12;;600;C/ Sol 8',
  'W-3;mudanza;;Eva Ríos;;FTTH;mil;C/ Mar 1',
  'W-4;baja;NO-ES-NADA;;;;;',
].join('\n')

const results = (page: Page) => page.getByRole('group', { name: say('load.values') })
const show = (page: Page, key: string) => page.getByText(say(`load.show.${key}`), { exact: true }).click()

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('every error of a file in words, nothing created by trials, results mended, loaded', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/configuracion/cargas?carga=ordenes')
  await choose(page, 'ordenes.csv', Buffer.from(csv))
  await expect(page.getByText(say('load.sum.trial.created_one', { rows: 1 }))).toBeVisible()
  const rows = results(page).getByRole('row')
  const second = rows.filter({ hasText: 'Luis Ortega' }).getByRole('listitem')
  await expect(second).toHaveText([
    /^«teléfono»: «12» no es un teléfono\./,
    '«cto»: no existe NO-ES-NADA.',
    '«bajada»: no se puede guardar sin «producto»: rellena también esa columna.',
  ])
  await expect(rows.filter({ hasText: 'Eva Ríos' }).getByRole('listitem')).toHaveCount(3)
  // A wrong cell needs no code; another refusal has it behind its sentence.
  await expect(results(page)).not.toContainText('VALIDATION')
  const last = rows.filter({ hasText: 'W-4' }).getByRole('cell').nth(2)
  await expect(last).toHaveText(`«cto»: no existe NO-ES-NADA.${say('load.support', { code: 'CTO_NOT_FOUND' })}`)
  await check(page, 'errors of a load', () => expect(results(page)).toBeVisible())
  await show(page, 'all')
  await expect(rows.filter({ hasText: 'Ana García' })).toContainText(say('load.trial.CREATED'))
  await expect(page.getByText(/Cread[ao]|Nueva/)).toHaveCount(0)

  await page.getByRole('button', { name: /^Cargar 1 fila/ }).click()
  await expect(page.getByText(say('load.sum.done.created_one', { rows: 1 }))).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('load.results.save') }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/resultados\.xlsx$/)
  const sheet = await readFile(await saved.path())
  const mended = await changedSheet(sheet, (xml) =>
    xml
      .replaceAll('<v>NO-ES-NADA</v>', '<v></v>')
      .replace('<v>12</v>', '<v>600111333</v>')
      .replace(/<c (r="\w+")\/>(?=<c r="\w+" t="str"><v>600<)/, '<c $1 t="str"><v>FTTH</v></c>')
      .replace('<v>mudanza</v>', '<v>alta</v>')
      .replace('<v>mil</v>', '<v>1000</v>')
      .replace('<v>Eva Ríos</v>', '<v></v>'),
  )
  await choose(page, 'resultados.xlsx', mended)
  await expect(page.getByText(say('loads.said.all'))).toBeVisible()
  await expect(page.getByText(`${say('load.sum.trial.created_other', { rows: 3 })}, ${say('load.sum.trial.unchanged', { rows: 1 })}`)).toBeVisible() // prettier-ignore
})
