/** Loading a table at the desk: preview of values, warnings by column, unknown columns ignored. */
import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

test.use({ provoked: /status of 422/ })

const csv = [
  'número de orden;tipo;producto;bajada;fecha pedida;calle;código postal;provincia;color',
  'E2E-1;alta;FTTH;6;20/11/2026;C/ Luna;28053;Madrid;rojo',
  'E2E-2;alta;FTTH;1.000;20-nov-2026;C/ Sol;8001;Sevilla;verde',
  'E2E-3;alta;#N/D;600;30/02/2026;C/ Mar;28053;Madrid;azul',
].join('\n')

test('a preview shows rows as stored later, warns by column, ignores chosen columns', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/configuracion/cargas?carga=ordenes')
  const file = { name: 'ordenes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type=file]').setInputFiles(file)
  const unknown = page.getByRole('group', { name: say('load.ignore.title') })
  await expect(unknown.getByRole('checkbox', { name: 'color' })).toBeChecked()
  await unknown.getByRole('button', { name: say('load.ignore.again') }).click()
  const warnings = page.getByRole('region', { name: say('load.warnings.title') })
  await expect(warnings).toContainText('1 celda de «bajada» menor que 10')
  await expect(warnings).toContainText('«color» no se carga')
  await expect(page.getByText('la posición')).toHaveCount(0)
  await page.getByRole('radio', { name: say('load.show.all') }).or(page.getByRole('button', { name: say('load.show.all') })).first().click() // prettier-ignore
  const rows = page.getByRole('group', { name: say('load.values') }).getByRole('row')
  await expect(rows.nth(1)).toContainText('«#N/D» es un error de la hoja de cálculo')
  await expect(rows.nth(1)).toContainText('30/02/2026')
  const second = rows.filter({ hasText: 'E2E-2' })
  await expect(second.getByRole('cell', { name: '1000', exact: true })).toBeVisible()
  await expect(second.getByRole('cell', { name: '20/11/2026', exact: true })).toBeVisible()
  await expect(second.getByRole('cell', { name: '08001', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Cargar/ }).click()
  await expect(page.getByText(say('loads.said.done_other', { rows: '2' }))).toBeVisible()
})
