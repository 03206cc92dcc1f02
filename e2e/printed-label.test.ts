/** What is printed on a box is read in its picture: with the real engine, in the browser, without anybody else's address. */
import type { Picture } from '@hilo/contract/enrollments.ts'
import type { Page } from '@playwright/test'
import { came } from './came.ts'
import { expect, phone, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  // The network is taken away on purpose.
  provoked: /ERR_INTERNET_DISCONNECTED/,
})

/** How somebody holds his phone: askew, then better each time he is asked for another picture. */
const held = [
  { tilt: 0.03, near: 1 },
  { tilt: 0, near: 1.25 },
  { tilt: -0.015, near: 1.1 },
] as const
type Held = (typeof held)[number]

/** A photograph of a plate with this on it, drawn with the letters that the product brings. */
async function plate(page: Page, label: string, how: Held) {
  const url = await page.evaluate(
    async ({ words, tilt, near }) => {
      await document.fonts.load('700 140px "Inter Variable"')
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
      const paint = canvas.getContext('2d')
      if (!paint) throw new Error('no canvas')
      const fill = (colour: string, ...box: [number, number, number, number]) => {
        paint.fillStyle = colour
        paint.fillRect(...box)
      }
      fill('#8d9692', 0, 0, 1600, 1200)
      // No two photographs are the same, and none is of one colour.
      for (let at = 0; at < 4000; at++)
        fill(at % 2 ? '#858e8a' : '#959e9a', Math.random() * 1600, Math.random() * 1200, 9, 9)
      paint.translate(800, 600)
      paint.rotate(tilt)
      paint.scale(near, near)
      fill('#fdfdfa', -560, -190, 1120, 380)
      paint.fillStyle = '#141414'
      paint.font = '500 60px "Inter Variable"'
      paint.fillText('CTO fachada', -500, -90)
      paint.font = '700 120px "Inter Variable"'
      paint.fillText(words, -500, 60, 1000)
      paint.font = '500 50px "Inter Variable"'
      paint.fillText('16 puertos', -500, 150)
      return canvas.toDataURL('image/jpeg', 0.9)
    },
    { words: label, ...how },
  )
  return { name: 'placa.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

async function shoot(page: Page, name: string, label: string, how: Held = held[0]): Promise<void> {
  const picture = await plate(page, label, how)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name, exact: true }).tap()
  await (await chooser).setFiles(picture)
}

test('the label of the box is read in its picture, fills an empty field, and never what somebody wrote', async ({
  page,
  field,
  db,
}) => {
  test.slow()
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const event = await field.open('mantenimiento')
  // How many of all labels are read is measured (bench/ocr); what becomes of one that is read is shown here.
  const label = 'VAL12-0342-17'
  await db.owner.query('update cto set label = $2 where id = $1', [field.box.id, label])
  await page.goto(stepPath(event, 'cto_enrollment'))
  const written = page.locator('[data-field="label_read"]').getByRole('textbox')
  await expect(written).toHaveValue('')
  // Now and then the engine is not sure of what it reads: whoever stands there takes another one.
  let shots = 0
  for (const how of held) {
    await shoot(page, say(shots === 0 ? 'tech.label.picture' : 'tech.label.picture_again'), label, how)
    shots++
    const isRead = expect(written).toHaveValue(label, { timeout: shots === 1 ? 30_000 : 12_000 })
    if (await came(isRead)) break
  }
  await expect(written).toHaveValue(label)
  await expect(page.getByText(say('tech.label.ocr'))).toBeVisible()
  await expect(page.getByText(say('tech.label.ok'))).toBeVisible()

  await written.fill('VAL99-0000-01')
  // It is said before the step closes, and without asking the server.
  await page.context().setOffline(true)
  const other = page.getByRole('dialog', { name: say('tech.picture.other_label') })
  for (const how of held) {
    await shoot(page, say('tech.label.picture_again'), label, how)
    shots++
    if (await came(expect(other).toBeVisible({ timeout: 12_000 }))) break
  }
  await expect(
    other.getByText(say('tech.picture.other_label.text', { read: label, due: 'VAL99-0000-01' })),
  ).toBeVisible()
  await other.getByRole('button', { name: say('tech.picture.use') }).tap()
  await page.context().setOffline(false)
  const pictures = async () => {
    const answer = (await field.ask('admin_vno/enrollments/pictures/get', { event_id: event.id })) as {
      records: Picture[]
    }
    return answer.records.map(({ ocr }) => ocr?.value)
  }
  // The first did not wait for the engine to arrive; what the second says is what the engine read.
  await expect.poll(async () => (await pictures()).length, { timeout: 60_000 }).toBe(shots)
  expect(await pictures()).toContain(label)
  await expect(written).toHaveValue('VAL99-0000-01')
  const { host } = new URL(page.url())
  expect(asked.filter((one) => /^https?:$/.test(one.protocol) && one.host !== host).map(String)).toEqual([])
})
