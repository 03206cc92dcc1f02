/** Photos of a box are on the next technician's phone, also without coverage. */
import { makeAdmin, makeTechnician } from '../server/test/factories.ts'
import { storedKeys } from './chaos/device.ts'
import { askToFinalize, expect, install, phone, settle, stepPath, test } from './field.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
  provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/,
})

const norte = { id: 1, name: '', external_id: '' }

test('a colleague’s label and closed box are seen without coverage', async ({ page, db, field, elsewhere }) => {
  const { box } = field
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await settle(field, event)
  // A typed label is accepted at the desk.
  const desk = await elsewhere(await makeAdmin(db, { vno: norte }))
  const ask = (path: string, query: object) =>
    call<{ records: { id: number }[] }>(desk.request, `admin_vno/enrollments/${path}`, query)
  const { records } = await ask('get', { filter: { cto_id: box.id } })
  await ask('verify', { enrollment_id: records[0]?.id, decision: 'verificada' })

  const look = { viewport: phone, hasTouch: true, isMobile: true, serviceWorkers: 'allow' } as const
  const colleague = await elsewhere(await makeTechnician(db, { vno: norte }), look)
  await install(colleague)
  await colleague.goto(`/tecnico/cto/${box.id}`)
  await colleague.getByRole('button', { name: say('tech.box.keep') }).tap()
  const kept = async () => (await storedKeys(colleague, 'pack')).filter((key) => key.includes('/photo/')).length
  await expect.poll(kept, { timeout: 240_000 }).toBe(2)
  // The work's screens are on the device too, as in the installed application.
  await colleague.goto(`/tecnico/nueva?cto=${box.id}`)
  await expect(colleague.getByText(box.label).first()).toBeVisible()

  await colleague.context().setOffline(true)
  await colleague.goto(`/tecnico/cto/${box.id}`)
  const looks = colleague.getByRole('group', { name: say('tech.looks') })
  await expect(looks.getByRole('button')).toHaveText([/^La etiqueta/, /^La caja cerrada/])
  for (const one of await looks.locator('img').all())
    await expect.poll(() => one.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await looks.getByRole('button', { name: say('tech.looks.label') }).tap()
  const large = colleague.getByRole('dialog', { name: say('tech.looks.label') })
  await expect(large.getByRole('img')).toBeVisible()
  await large.getByRole('button', { name: say('shell.close') }).tap()

  // The step that takes the label's photo shows the earlier one.
  await colleague.getByRole('link', { name: say('tech.box.start') }).tap()
  await colleague.locator('[data-field="work_kind"]').getByText(say('choice.work_kind.mantenimiento')).tap()
  await colleague.getByRole('button', { name: say('tech.new.open'), exact: true }).tap()
  await expect(colleague).toHaveURL(/\/tecnico\/intervencion\/-\d+\/initial$/)
  const id = Number(/(-\d+)/.exec(colleague.url())?.[1])
  await colleague.goto(stepPath({ id }, 'cto_enrollment'))
  await expect(looks.getByRole('button')).toHaveText([/La etiqueta/])
  await expect(looks.locator('img')).toBeVisible()
})
