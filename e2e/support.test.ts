import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

test('a technician’s support message: a notice, and the support screen', async ({ page, enter, elsewhere }) => {
  const phone = await elsewhere('tecnico@norte.test')
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
