/** Interventions as lists of acts on the phone, each with a checkable effect. */
import { randomUUID } from 'node:crypto'
import type { FieldStep, WorkKind } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, heading, install, type Box } from '../field.ts'
import { say } from '../text.ts'

export interface Act {
  /** Unique within its walk. */
  name: string
  step: FieldStep
  kind: 'field' | 'picture' | 'main'
  act: (page: Page) => Promise<void>
  /** Checks its effect on the screen. */
  left: (page: Page) => Promise<void>
}

export interface Walk {
  kind: WorkKind
  acts: readonly Act[]
  /** Minimum data of each step on the server at the end. */
  data: StepData
}

const place = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const box = (page: Page, name: string) => place(page, name).getByRole('textbox').first()
type Of = Pick<Act, 'name' | 'step' | 'kind'>
type Labelled = Pick<Box, 'label'>

/** With the finger where there is one. */
async function touch(at: Locator): Promise<void> {
  const hasTouch = await at.page().evaluate(() => navigator.maxTouchPoints > 0)
  await (hasTouch ? at.tap() : at.click())
}

const checked = (page: Page, name: string, label: string): Locator =>
  place(page, name).getByRole('radio', { name: label, exact: true })

function pick(step: FieldStep, name: string, label: string): Act {
  return {
    ...({ name: `${step}.${name}`, step, kind: 'field' } satisfies Of),
    act: (page) => touch(place(page, name).getByText(label, { exact: true })),
    left: (page) => expect(checked(page, name, label)).toBeChecked(),
  }
}

function tick(step: FieldStep, name: string): Act {
  const mark = (page: Page) => place(page, name).getByRole('checkbox')
  return {
    ...({ name: `${step}.${name}`, step, kind: 'field' } satisfies Of),
    act: (page) => touch(place(page, name).last()),
    left: (page) => expect(mark(page).last()).toBeChecked(),
  }
}

function write(step: FieldStep, name: string, value: string): Act {
  return {
    ...({ name: `${step}.${name}`, step, kind: 'field' } satisfies Of),
    async act(page) {
      // Text inserted by the application is no act: it is overwritten.
      if ((await box(page, name).inputValue()) === value) await box(page, name).fill('')
      await box(page, name).fill(value)
    },
    left: (page) => expect(box(page, name)).toHaveValue(value),
  }
}

/** Presses the keys of the keypad one by one. */
async function press(within: Locator, figure: string): Promise<void> {
  for (const key of figure) {
    const name = key === ',' ? say('tech.power.comma') : key
    await touch(within.getByRole('button', { name, exact: true }))
  }
}

function measure(step: FieldStep, figure: string): Act {
  const entry = (page: Page) => place(page, 'power_dbm')
  return {
    ...({ name: `${step}.power_dbm`, step, kind: 'field' } satisfies Of),
    act: (page) => press(entry(page), figure),
    left: (page) => expect(entry(page)).toContainText(`−${figure}`),
  }
}

function measureIn(step: FieldStep, name: string, figure: string): Act {
  return {
    ...({ name: `${step}.${name}`, step, kind: 'field' } satisfies Of),
    async act(page) {
      // The keypad is open if the power is still missing.
      const row = place(page, name).getByRole('button').first()
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
      await press(place(page, name), figure)
    },
    left: (page) => expect(place(page, name)).toContainText(`−${figure}`),
  }
}

/** A noise picture: as large as a photo, and unique. */
export async function noise(side: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: side, height: side, channels: 3, background: 'grey', noise: grain } as const
  return await sharp({ create }).jpeg({ quality: 70 }).toBuffer()
}

const keptWords = [say('tech.picture.kept'), say('tech.label.kept')]

export function shoot(step: FieldStep, reason: string, side = 320): Act {
  const kept = new RegExp(keptWords.join('|'))
  return {
    ...({ name: `${step}.picture.${reason}`, step, kind: 'picture' } satisfies Of),
    async act(page) {
      const input = page.locator('input[type=file]').first()
      await input.setInputFiles({ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: await noise(side) })
      await expect(place(page, `picture.${reason}`)).toContainText(kept)
    },
    async left(page) {
      await expect(place(page, `picture.${reason}`)).toContainText(kept)
      await expect(place(page, `picture.${reason}`).locator('img')).toBeVisible()
    },
  }
}

/** The main button, and the page it leads to. */
function main(step: FieldStep, words: string, arrives: (page: Page) => Promise<void>): Act {
  return {
    ...({ name: `${step}.main`, step, kind: 'main' } satisfies Of),
    async act(page) {
      // The second tap of a double tap is dropped, so a tap in between simulates a slow thumb.
      await touch(page.getByRole('heading', { level: 1 }).first())
      await touch(page.getByRole('button', { name: words, exact: true }))
      await arrives(page)
    },
    left: arrives,
  }
}
const on = (step: FieldStep, next: FieldStep) =>
  main(step, say('tech.act.confirm'), async (page) => {
    await expect(page).toHaveURL(new RegExp(`/${next}$`))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  })
const end = main('final_report', say('tech.act.finalize'), async (page) => {
  await expect(page).toHaveURL(/\/veredicto$/)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

const arriving = ({ label }: Labelled): Act[] => [
  tick('initial', 'prl.altura'),
  tick('initial', 'prl.tension'),
  write('initial', 'cto_code_read', label),
]
const found: Act[] = [
  pick('report', 'box', say('choice.box.cerrada')),
  pick('report', 'tidy', '4'),
  write('report', 'free_ports_seen', '3'),
  pick('report', 'loose_fibres', say('tech.no')),
  shoot('report', 'open_box'),
]
const labelled = ({ label }: Labelled): Act[] => [
  write('cto_enrollment', 'label_read', label),
  shoot('cto_enrollment', 'cto_label'),
]
const foundData = { box: 'cerrada', tidy: 4, free_ports_seen: 3, loose_fibres: false } as const

/** The shortest complete work: fields, pictures, four steps. */
export function maintenance(of: Labelled): Walk {
  return {
    kind: 'mantenimiento',
    acts: [
      ...arriving(of),
      on('initial', 'report'),
      ...found,
      on('report', 'cto_enrollment'),
      ...labelled(of),
      on('cto_enrollment', 'final_report'),
      write('final_report', 'minutes', '20'),
      shoot('final_report', 'closed_box'),
      end,
    ],
    data: {
      initial: { prl: { altura: true, tension: true }, cto_code_read: of.label },
      report: foundData,
      cto_access: {},
      port_available: {},
      power: {},
      cto_enrollment: { label_read: of.label, action: 'M' },
      drop_enrollment: {},
      final_report: { minutes: 20 },
    },
  }
}

/** A customer's installation: all eight steps. */
export function installation(
  of: Box,
  drop = `D46-${randomUUID().slice(0, 8).toUpperCase()}`,
  serial = 'HWTC0A1B2C3D',
): Walk {
  // No suggested values: each act is typed.
  const [, port = 0] = of.free
  return {
    kind: 'alta',
    acts: [
      ...arriving(of),
      on('initial', 'report'),
      ...found,
      on('report', 'cto_access'),
      pick('cto_access', 'method', say('choice.method.llave')),
      pick('cto_access', 'connection_type', say('status.connection_type.fusion')),
      write('cto_access', 'minutes', '6'),
      on('cto_access', 'port_available'),
      pick('port_available', 'port_number', String(port)),
      pick('port_available', 'found', say('choice.found.libre')),
      on('port_available', 'power'),
      measure('power', '19,50'),
      shoot('power', 'meter'),
      on('power', 'cto_enrollment'),
      ...labelled(of),
      on('cto_enrollment', 'drop_enrollment'),
      shoot('drop_enrollment', 'drop_label'),
      write('drop_enrollment', 'drop_label_read', drop),
      write('drop_enrollment', 'length_m', '40'),
      pick('drop_enrollment', 'drop_type', say('choice.drop_type.interior')),
      write('drop_enrollment', 'fibre_no', '2'),
      on('drop_enrollment', 'final_report'),
      write('final_report', 'ont_serial', serial),
      measureIn('final_report', 'rx_dbm', '20,10'),
      pick('final_report', 'speed_ok', say('tech.yes')),
      pick('final_report', 'customer_present', say('tech.yes')),
      write('final_report', 'minutes', '30'),
      shoot('final_report', 'closed_box'),
      end,
    ],
    data: {
      initial: { prl: { altura: true, tension: true }, cto_code_read: of.label },
      report: foundData,
      cto_access: { method: 'llave', connection_type: 0, minutes: 6 },
      port_available: { port_number: port, found: 'libre' },
      power: { power_dbm: -19.5, wavelength_nm: 1490 },
      cto_enrollment: { label_read: of.label, action: 'M' },
      drop_enrollment: { drop_label_read: drop, length_m: 40, port_number: port, fibre_no: 2, action: 'A' },
      final_report: { ont_serial: serial, rx_dbm: -20.1, speed_ok: true, customer_present: true, minutes: 30 },
    },
  }
}

/** Begins an intervention on the open screen. */
export async function open(page: Page, { kind }: Walk): Promise<void> {
  await touch(place(page, 'work_kind').getByText(say(`choice.work_kind.${kind}`), { exact: true }))
  await touch(page.getByRole('button', { name: say('tech.new.open'), exact: true }))
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
}

/** Begins an intervention at a box found before, with the application on the phone. */
export async function begin(page: Page, of: Box, walk: Walk): Promise<void> {
  await install(page)
  await page.goto(`/tecnico/nueva?cto=${of.id}`)
  await open(page, walk)
}

/** Goes on with a walk, up to but without the named act, or to its end. */
export function walker(page: Page, { acts }: Walk): (before?: string) => Promise<void> {
  const left = [...acts]
  return async (before) => {
    for (let act = left[0]; act !== undefined && act.name !== before; act = left[0]) {
      await act.act(page)
      await act.left(page)
      left.shift()
    }
  }
}

/** Returns to the work from the first screen, as after reopening the application. */
export async function goOn(page: Page): Promise<void> {
  await page.goto('/tecnico')
  await page
    .getByRole('link', { name: goOnWords })
    .or(page.getByRole('button', { name: goOnWords }))
    .click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}
const goOnWords = new RegExp(`^${say('tech.today.go_on', { step: '' }).trim()}`)
