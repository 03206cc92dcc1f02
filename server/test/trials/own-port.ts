/** Acts on the port of a work's own customer, and the judgement of the work beside it. */
import { cutAndBack, unplugged, untouched, weakened, type Expected } from './expect.ts'
import { rangingS, type Work } from './stage.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

export const clean = { verdict: ['limpia'], code: true, closed: true } as const
export const blocked = { verdict: ['con_desconectados'], code: false, closed: false } as const

/** A technician of the customer's operator works for the customer of port 2. */
export const visit = async ({ stage }: Scene): Promise<Work> =>
  await stage.start(await stage.hand(stage.box.owner), { kind: 'averia', access: stage.box.accesses[1]?.id })

/** Disconnected and reconnected by the customer's own work; works of other operators are not notified. */
async function handle({ stage, fault }: Scene, work: Work, own: boolean): Promise<void> {
  await stage.act({ action: 'unplug', port: 2 })
  await stage.clock(60)
  await stage.act({ action: 'plug', port: 2 })
  await stage.clock(rangingS)
  await stage.clock(5)
  const { neighbours } = await stage.event(work)
  const isShown = neighbours.alarms?.some(({ port }) => port === 2) === true
  if (isShown !== own)
    fault(own ? "a colleague's port is not on the board" : "the board shows a cut at another work's port")
}

/**
 * What another technician does at the port of the own customer, and when the work beside it ends. `colleague`: what is said then of
 * a work of the same operator, since the hand cannot be seen.
 */
const ownPort: readonly {
  name: string
  happens(scene: Scene, work: Work, own: boolean): Promise<void>
  colleague: Expected
}[] = [
  {
    name: 'pulls and puts back his own customer',
    async happens(scene, work, own) {
      await visit(scene)
      await handle(scene, work, own)
    },
    colleague: { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } },
  },
  {
    name: 'has his own customer dark while the work ends',
    async happens(scene) {
      await visit(scene)
      await scene.stage.act({ action: 'unplug', port: 2 })
      await scene.stage.clock(40)
    },
    colleague: { ...blocked, fates: { 2: unplugged } },
  },
  {
    name: 'leaves his own customer with 4 dB less',
    async happens(scene) {
      const other = await visit(scene)
      await scene.stage.act({ action: 'degrade', port: 2, db: 4 })
      await scene.stage.clock(5)
      await scene.stage.end(other, 'cancel')
    },
    colleague: { code: false, fates: { 2: weakened } },
  },
]

export const beside: Trial[] = variants.flatMap((variant) =>
  ownPort.map(({ name, happens, colleague }): Trial => ({
    row: null,
    name: `${variant.own ? 'a colleague' : 'another operator’s technician'} ${name}: ${variant.own ? 'their operator is named' : 'nothing of the work beside him'} (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await happens(scene, work, variant.own)
      await stage.end(work, variant.ending)
      await scene.says(work, variant.own ? colleague : { ...clean, fates: { 2: untouched } })
    },
  })),
)
