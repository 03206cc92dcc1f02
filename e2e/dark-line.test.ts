/** A neighbour left dark: its box, its case and the diagnosis of its access tell one moment. */
import { expect, test } from './fixtures.ts'
import { ask } from './list-page.ts'

interface Case {
  cto_id: number
  port: number
  class: string
  access: { code: string } | null
}

test('box, case and diagnosis of a dark neighbour lead to each other and tell one moment', async ({ page, enter }) => {
  await enter('admin@norte.test')
  // The oldest is one of the demonstration: those of tests beside this one end.
  const filter = { state: ['abierto', 'escalado'], role: 'victima' }
  const asked = { filter, sort: [['detected_at', 'asc']], limit: 50 }
  const { records } = await ask(page, 'admin_vno/events/cev/get', asked)
  const found = (records as unknown as Case[]).find((one) => one.class === 'desconectado' && one.access !== null)
  if (!found?.access) throw new Error('no customer of the operator is dark')
  await page.goto(`/vno/ctos/${found.cto_id}`)
  const note = page.getByRole('note').filter({ hasText: `Puerto ${found.port} sin luz desde el ` })
  const when = /desde el (.*), hace/.exec((await note.textContent()) ?? '')?.[1] ?? 'no moment'
  await note.getByRole('link', { name: 'Ver caso' }).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(when, { exact: true })).toBeVisible()
  await panel.getByRole('link', { name: 'Diagnosticar' }).click()
  await expect(page.getByRole('heading', { name: found.access.code })).toBeVisible()
  await expect(page.getByText(`${when}, sin luz`)).toBeVisible()
})
