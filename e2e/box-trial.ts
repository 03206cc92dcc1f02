/** Events at a box in the neighbour trials, and what the screens must show: once on the phone, once at a desk. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { NeighbourClass, Verdict, WorkKind } from '@hilo/domain/status.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { serious } from './axe.ts'
import { expect, type Field } from './field.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

/** A watcher on any screen: waits until the expected message is shown. */
export interface Eye {
  /** A neighbour was cut by hand. */
  seesCut(port: number): Promise<void>
  seesBack(port: number): Promise<void>
  seesTreeDown(): Promise<void>
  /** No one is notified of a cut. */
  seesCalm(): Promise<void>
}

export interface Trial {
  name: string
  kind: WorkKind
  /** Number of the neighbour's port. */
  port(field: Field): number
  before?(field: Field, port: number): Promise<void>
  during(field: Field, port: number, eye: Eye, sur: Page): Promise<void>
  /** Cancelled instead of finalized. */
  cancels?: true
  closes: boolean
  verdict: Verdict
  class: NeighbourClass
  /** Accessible name of the port in the box's drawing afterwards. */
  drawn: RegExp
  code: boolean
  /** Class of the case that the neighbour's operator gets; null: none. */
  case: NeighbourClass | null
  /** Kind of the notice to the neighbour's operator. */
  notice?: string
}

const firstSur = ({ box }: Field) => box.sur[0] ?? 0

/** The customer switches the ONT off a minute before the operator's new ONT answers in its place. */
async function changeOnt(field: Field, port: number, sur: Page): Promise<void> {
  const serial = `HWTC${String(Date.now()).slice(-8)}`
  const filter = { code: field.box.accesses[port] ?? '' }
  const found = (await call(sur.request, 'admin_vno/accesses/get', { filter })) as { records: { id: number }[] }
  const change = { access_id: found.records[0]?.id ?? 0, new_serial: serial, reason: 'averia' } as const
  await call(sur.request, 'admin_vno/ont/deviceModification', change)
  await field.act({ action: 'power_off', port })
  await field.pass(40)
  await field.act({ action: 'register_ont', port, serial })
  await field.pass(20)
}

export const trials: Readonly<Record<1 | 2 | 3 | 4 | 11 | 16, Trial>> = {
  1: {
    name: 'off at the opening, lit during the work, then unplugged: nobody leaves',
    kind: 'mantenimiento',
    port: firstSur,
    async before(field, port) {
      await field.act({ action: 'power_off', port })
      await field.pass(3600)
    },
    async during(field, port, eye) {
      await field.act({ action: 'power_on', port })
      await field.pass(60)
      await field.act({ action: 'unplug', port })
      await eye.seesCut(port)
    },
    closes: false,
    verdict: 'con_desconectados',
    class: 'desconectado',
    drawn: /1 sin luz/,
    code: false,
    case: 'desconectado',
  },
  2: {
    name: 'a customer of one’s own operator is unplugged and his port named as the worked one: he stays a neighbour',
    kind: 'alta',
    port: ({ box }) => box.own[0] ?? 0,
    async during(field, port, eye) {
      await field.act({ action: 'unplug', port })
      await eye.seesCut(port)
    },
    cancels: true,
    closes: false,
    verdict: 'con_desconectados',
    class: 'desconectado',
    drawn: /1 sin luz/,
    code: false,
    case: null,
  },
  3: {
    name: 'a neighbour’s operator changes his ONT during the work: nobody is blamed',
    kind: 'mantenimiento',
    port: firstSur,
    async during(field, port, eye, sur) {
      await changeOnt(field, port, sur)
      await eye.seesCalm()
    },
    closes: true,
    verdict: 'limpia',
    class: 'igual',
    drawn: /4 en línea(?!.*(?:sin luz|apagado))/,
    code: true,
    case: null,
  },
  4: {
    name: 'unplugged while the tree is down: nobody is blamed, and his operator has a case',
    kind: 'mantenimiento',
    port: firstSur,
    async during(field, port, eye) {
      await field.pass(10)
      await field.act({ action: 'unplug' })
      await eye.seesTreeDown()
      await field.act({ action: 'unplug', port })
      await field.pass(120)
      await field.act({ action: 'plug' })
      await field.pass(301)
      await eye.seesCalm()
    },
    closes: true,
    verdict: 'no_concluyente',
    class: 'no_concluyente',
    drawn: /1 no concluyente/,
    code: false,
    case: 'no_concluyente',
    notice: 'neighbour_doubt',
  },
  11: {
    name: 'a neighbour loses 4 dB: no code, and his operator has a case',
    kind: 'mantenimiento',
    port: firstSur,
    async during(field, port, eye) {
      await field.act({ action: 'degrade', port, db: 4 })
      await eye.seesCalm()
    },
    closes: true,
    verdict: 'degradada',
    class: 'degradado',
    drawn: /1 degradado, 3 dB o más/,
    code: false,
    case: 'degradado',
    notice: 'neighbour_weak',
  },
  16: {
    name: 'a neighbour is 107 s without light: amber, no code',
    kind: 'mantenimiento',
    port: firstSur,
    async during(field, port, eye) {
      await field.pass(5)
      await field.act({ action: 'unplug', port })
      await eye.seesCut(port)
      await field.pass(100)
      await field.act({ action: 'plug', port })
      await eye.seesBack(port)
      await field.pass(10)
    },
    closes: true,
    verdict: 'con_cortes',
    class: 'corte_recuperado',
    drawn: /4 en línea.*puerto 3 corte recuperado/,
    code: false,
    case: null,
    notice: 'neighbour_cut',
  },
}

export const word = (found: NeighbourClass) => say(`choice.neighbour_class.${found}`)

type Enter = (who: string, context: BrowserContext) => Promise<unknown>
type Another = (options: object) => Promise<BrowserContext>
/** A signed-in person at a desk. */
export async function deskOf(who: string, enter: Enter, another: Another): Promise<Page> {
  const context = await another({ viewport: { width: 1440, height: 900 } })
  await enter(who, context)
  return await context.newPage()
}

/** The neighbour's port must not become the worked one; giving the work up is refused because of that neighbour as well. */
export async function nameAndGiveUp(field: Field, event: Event, port: number, state: number): Promise<void> {
  const query = {
    event_id: event.id,
    step: 'port_available',
    status: 'done',
    data: { port_number: port, found: 'libre' },
  }
  await expect(field.ask('admin_vno/events/step/save', query as never)).rejects.toThrow()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Cliente ausente' })
  await expect(async () => {
    await field.pass(61)
    await wait(500)
    expect((await field.read(event.id)).process_state).toBe(state)
  }).toPass({ timeout: 120_000 })
}

/** A drawing of the box with this content. */
export const drawing = (page: Page | Locator, said: RegExp): Locator => page.getByRole('img', { name: said })

/** The list of notices shows it for this box and port. */
async function isTold(page: Page, field: Field, kind: string, port: number): Promise<void> {
  const [said = ''] = say(`notice.text.${kind}`, { cto_code: field.box.code, port }).split(/[ .]*$/)
  await expect(page.getByText(said.replace(/\.[^.]*$/, '')).first()).toBeVisible()
}

/** The neighbour's operator: its case, and what its report says. */
export async function readAtNeighbour(sur: Page, field: Field, event: Event, trial: Trial): Promise<void> {
  await sur.goto('/vno/vecinos/desconectados?vista=todos')
  await expect(sur.getByRole('heading', { level: 1 })).toBeVisible()
  const row = sur.getByRole('row').filter({ hasText: field.box.label })
  if (trial.case === null) await expect(row).toHaveCount(0)
  if (trial.notice) {
    await sur.goto('/vno/avisos')
    await isTold(sur, field, trial.notice, trial.port(field))
    await sur.goBack()
  }
  if (trial.case === null) return
  await expect(row.first()).toContainText(word(trial.case))
  await sur.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(sur.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
  await expect(
    sur
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: word(trial.class) }),
  ).toHaveCount(1)
  await look(sur, `${event.code}-sur`)
}

/** No serious axe finding, light and dark. */
export async function look(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // Measured when no colour transition is running.
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changes.map(({ finished }) => finished))
    })
    expect.soft(await serious(page), `${name}, ${scheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
