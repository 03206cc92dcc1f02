import { expect, test, type Owner } from './fixtures.ts'
import { say } from './text.ts'

interface Proof {
  event_id: number
  report_id: number
  code: string
  cto: string
  sha256: string
}
const proofs = `select r.event_id, r.id as report_id, r.discharge_code as code, c.code as cto, encode(r.sha256, 'hex') as sha256
  from quality_report r join event e on e.id = r.event_id join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  where r.discharge_code is not null
    and v.id = (select a.vno_id from vno_admin_account a join app_user u on u.id = a.user_id where u.email = 'admin@norte.test') order by r.id limit 2`
const withdraw = `insert into discharge_withdrawal (report_id, event_id, at, reason)
  values ($1, $2, '2026-11-20T10:00:00Z', 'desconectado') on conflict do nothing`

async function proofsOf({ owner }: Owner): Promise<[Proof, Proof]> {
  const { rows } = await owner.query<Proof>(proofs)
  const [valid, withdrawn] = rows
  if (!valid || !withdrawn) throw new Error('the demonstration has too few discharge codes')
  await owner.query(withdraw, [withdrawn.report_id, withdrawn.event_id])
  return [valid, withdrawn]
}

test.describe('the page that checks a discharge code', () => {
  test.use({ provoked: /status of 422/ })
  test('needs no session and answers valid, withdrawn, unknown or the format', async ({ page, db }) => {
    const [valid, withdrawn] = await proofsOf(db)
    await page.goto('/login')
    await page.getByRole('link', { name: say('discharge.check.link') }).click()
    await expect(page).toHaveURL('/verificar')
    const field = page.getByLabel(say('discharge.check.code'))
    const status = page.getByRole('main').getByRole('status')
    const check = async (code: string) => {
      await field.fill(code)
      await page.getByRole('button', { name: say('discharge.check.check') }).click()
    }
    await check(valid.code.toLowerCase().replace('-', ' '))
    await expect(status.getByRole('heading', { name: say('discharge.check.valido') })).toBeVisible()
    await expect(status).toContainText(valid.cto)
    await expect(status).toContainText(valid.sha256)
    await check(withdrawn.code)
    await expect(status.getByRole('heading', { name: say('discharge.check.retirado') })).toBeVisible()
    await expect(status).toContainText('20 de noviembre de 2026')
    await check('ZZZZ-ZZZ8')
    await expect(status.getByRole('heading', { name: say('discharge.check.desconocido') })).toBeVisible()
    await check('K7Q2')
    await expect(page.getByText(say('validation.discharge'))).toBeVisible()
    await expect(field).toHaveValue('K7Q2')
  })
})

test('a link from a paper verifies its code, and the desk shows a withdrawn code', async ({ page, enter, db }) => {
  const [valid, withdrawn] = await proofsOf(db)
  await page.goto(`/verificar?codigo=${valid.code}`)
  await expect(page.getByRole('heading', { name: say('discharge.check.valido') })).toBeVisible()
  await enter('admin@norte.test')
  await page.goto(`/verificar?codigo=${withdrawn.code}`)
  await expect(page.getByRole('heading', { name: say('discharge.check.retirado') })).toBeVisible()
  await page.goto(`/vno/vecinos/informes/${withdrawn.event_id}`)
  await expect(page.getByText(say('report.code.withdrawn'), { exact: true })).toBeVisible()
  await expect(page.getByText(say('discharge.found.desconectado'))).toBeVisible()
  await page.goto(`/vno/intervenciones/${withdrawn.event_id}`)
  await expect(page.getByText(say('discharge.found.desconectado'))).toBeVisible()
  await expect(page.getByText(new RegExp(`${withdrawn.code} está retirado`))).toBeVisible()
})
