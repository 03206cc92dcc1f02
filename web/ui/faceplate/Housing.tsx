import css from './box.module.css'
import { threadPaths, type Geometry } from './geometry.ts'
import type { RingKind } from './PortDrawing.tsx'
import type { PortLook } from '@hilo/domain/port-look.ts'

type Thread = PortLook['thread'] | 'mine' | 'struck'

interface HousingProps {
  geometry: Geometry
  title: string
  subtitle: string | undefined
  splitter: string | undefined
}

/** The housing: lid, hinges, lock, splitter bar and printed code. */
export function Housing({ geometry: g, title, subtitle, splitter }: HousingProps) {
  const phone = g.size === 'phone'
  const large = g.size === 'large'
  return (
    <>
      <rect className={css.housing} width={g.width} height={g.height} rx={13} />
      {!phone && (
        <>
          <rect
            className={`${css.lid} fill-surface stroke-line`}
            x={5.4}
            y={5.4}
            width={g.width - 10.8}
            height={g.height - 10.8}
            rx={8.5}
          />
          <rect className={css.part} x={-3.6} y={g.height * 0.21} width={7.4} height={large ? 23 : 22} rx={2} />
          <rect
            className={css.part}
            x={-3.6}
            y={g.height * (large ? 0.675 : 0.64)}
            width={7.4}
            height={large ? 23 : 22}
            rx={2}
          />
          <rect className={css.part} x={g.width - 4} y={g.height / 2 - 13} width={8} height={26} rx={2} />
          <circle className={`${css.lock} fill-none`} cx={g.width} cy={g.height / 2} r={2} />
        </>
      )}
      {g.splitter && <rect className={`${css.splitter} fill-surface`} {...g.splitter} rx={phone ? 6 : 3} />}
      {g.splitter && splitter && (
        <text className={css.splitterText} x={g.width / 2} y={g.splitter.y + g.splitter.height / 2 + (phone ? 5 : 4.2)}>
          {splitter}
        </text>
      )}
      <Printed geometry={g} title={title} subtitle={subtitle} />
    </>
  )
}

/** Code on the left, kind and size on the right; on the phone, two lines beside the splitter. */
function Printed({ geometry: g, title, subtitle }: Pick<HousingProps, 'geometry' | 'title' | 'subtitle'>) {
  if (g.size !== 'phone') {
    const edge = g.size === 'large' ? 28 : 18
    return (
      <>
        <text className={css.title} x={edge} y={g.size === 'large' ? 27 : 24}>
          {title}
        </text>
        <text className={css.subtitle} x={g.width - edge} y={g.size === 'large' ? (g.columns === 8 ? 30 : 27) : 24}>
          {subtitle}
        </text>
      </>
    )
  }
  const dash = title.indexOf('-')
  const code = dash > 0 ? [title.slice(0, dash), title.slice(dash + 1)] : [title]
  const lines = (all: string[], x: number) =>
    all.map((line, index) => (
      <tspan key={line} x={x} y={26 + index * 16}>
        {line}
      </tspan>
    ))
  return (
    <>
      <text className={css.title}>{lines(code, 19)}</text>
      <text className={css.subtitle}>{lines(subtitle?.split(' · ') ?? [], g.width - 19)}</text>
    </>
  )
}

const order: readonly Thread[] = ['dark', 'off', 'lit', 'cut', 'struck', 'mine']

/** Feeder, one thread per port and the outgoing drops; equal ones share an SVG path. */
export function Threads({
  geometry: g,
  looks,
  mine,
  rings,
}: {
  geometry: Geometry
  looks: readonly PortLook[]
  rings: ReadonlyMap<number, RingKind>
  mine: number | undefined
}) {
  if (!g.splitter) return null
  const threads = new Map<Thread, string>()
  const drops = new Map<Thread, string>()
  const add = (to: Map<Thread, string>, kind: Thread, path: string) => to.set(kind, (to.get(kind) ?? '') + path)
  const paths = threadPaths(g)
  const spread = g.rows > 1 ? Math.min(8.6, 13.2 / (g.rows - 1)) : 0
  for (const [index, look] of looks.entries()) {
    const place = g.places[index]
    if (!place) continue
    const struck = look.thread === 'cut' && rings.get(index + 1) === 'harmed'
    const kind = index + 1 === mine ? 'mine' : struck ? 'struck' : look.thread
    add(threads, kind, paths[index] ?? '')
    const x = Math.round((place.x + (place.row - (g.rows - 1) / 2) * spread) * 10) / 10
    if (look.drop || kind === 'mine') add(drops, kind, `M${x} ${g.height + 4.5}v${g.size === 'phone' ? 20 : 13}`)
  }
  return (
    <>
      {order.map(
        (kind) =>
          threads.has(kind) && (
            <path
              key={kind}
              className={`${css.thread} ${css[`thread-${kind}`]} fill-none`}
              data-thread={kind}
              d={threads.get(kind)}
            />
          ),
      )}
      {g.size === 'large' && (
        <Feeder
          geometry={g}
          lit={looks.some((look) => look.thread === 'lit') || !looks.some((look) => look.thread === 'cut')}
        />
      )}
      {order.map(
        (kind) =>
          drops.has(kind) && (
            <path
              key={kind}
              className={`${css.thread} ${css.drop} ${css[`thread-${kind}`]} fill-none`}
              data-thread={kind}
              d={drops.get(kind)}
            />
          ),
      )}
      <Glands geometry={g} />
    </>
  )
}

function Feeder({ geometry: g, lit }: { geometry: Geometry; lit: boolean }) {
  const { x = 0, y = 0, height = 0 } = g.splitter ?? {}
  const middle = y + height / 2
  return (
    <>
      <rect className={css.part} x={7.4} y={g.height - 4} width={12} height={10.5} rx={2} />
      <path
        className={`${css.feeder} ${lit ? '' : css.broken} fill-none`}
        d={`M13.4 ${g.height + 18}V${middle + 6}q0-6 6-6H${x}`}
      />
    </>
  )
}

function Glands({ geometry: g }: { geometry: Geometry }) {
  const [width, height] = g.size === 'phone' ? [26, 9] : [18, 9]
  return g.places
    .slice(0, g.columns)
    .map(({ x }) => (
      <rect
        key={x}
        className={css.part}
        x={x - width / 2}
        y={g.height - height / 2}
        width={width}
        height={height}
        rx={2.4}
      />
    ))
}
