import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

test('a technician’s support message appears in a notice and on the support screen of the operator’s administrator', async ({
  another,
  page,
  enter,
}) => {
  const context = await another()
  await enter('tecnico@norte.test', context)
  const phone = await context.newPage()
  await phone.goto('/tecnico/soporte')
  await phone.getByLabel(say('support.subject')).fill('No abre la caja 12')
  await phone.getByLabel(say('support.message')).fill('La cerradura está rota y no hay llave.')
  await phone.getByRole('button', { name: say('support.send') }).click()
  await expect(phone.getByText('No abre la caja 12')).toBeVisible()

  await enter('admin@norte.test')
  await page.goto('/vno/avisos')
  await expect(page.getByText(say('notice.title.support_asked')).first()).toBeVisible()
  await page.goto('/vno/soporte')
  const card = page.getByRole('region', { name: say('support.received') })
  await card.getByText('No abre la caja 12').click()
  await expect(card.getByText('La cerradura está rota y no hay llave.')).toBeVisible()
})
