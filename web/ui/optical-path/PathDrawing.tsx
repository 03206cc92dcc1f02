import type { LightPath } from '@hilo/domain/optical-path.ts'
import { formatNumber, formatPower } from '../format.ts'
import { PortGlyph } from '../faceplate/glyphs.tsx'
import { text } from '../text.ts'
import css from './optical-path.module.css'
import { heightOf, lowest, node, rows, span, spots, stairs, type Spot } from './geometry.ts'
import {
  dbText,
  endHop,
  endText,
  hopCode,
  hopName,
  isCut,
  lossText,
  signedPower,
  sectionText,
  type OpticalLine,
} from './line.ts'
import { NodeSign } from './NodeSign.tsx'
import { CutSign } from './PathList.tsx'

interface Parts {
  line: OpticalLine
  path: LightPath
  places: readonly Spot[]
}

/** The line as a thread, with the power at each hop as a step curve below. */
export function PathDrawing({ line, path, width }: { line: OpticalLine; path: LightPath; width: number }) {
  const places = spots(path, width)
  const parts = { line, path, places }
  const dark = places.find(({ hop }) => !hop.lit)
  const cut = dark && isCut(line.end) ? dark : null
  const ended = places.find(({ hop }) => hop.kind === endHop(line.end, dark?.hop))
  return (
    <svg className={`block ${css.drawing}`} width={width} height={rows.height} aria-hidden="true">
      <Bands path={path} width={width} />
      {cut && (
        <rect
          className={`${css.column} fill-danger`}
          x={cut.x - 22}
          y={30}
          width={44}
          height={heightOf(lowest) - 30}
          rx={4}
        />
      )}
      {places.map(
        ({ hop, x, y }) =>
          y !== null && (
            <path key={hop.kind} className={css.guide} d={`M${x} ${rows.code + 6}V${Math.max(y - 18, 92)}`} />
          ),
      )}
      <Thread {...parts} />
      <Stairs {...parts} cut={cut} />
      <Sums {...parts} />
      {places.map((spot) => (
        <Node key={spot.hop.kind} spot={spot} line={line} cut={spot === cut} />
      ))}
      {ended && <EndTag line={line} spot={ended} width={width} />}
    </svg>
  )
}

/** Bands of warning power, failure power, and power below the receiver's sensitivity. */
function Bands({ path: { warn, fail, least }, width }: { path: LightPath; width: number }) {
  const { from, to } = span(width)
  const [top, middle, bottom] = [heightOf(warn), heightOf(fail), heightOf(lowest)]
  return (
    <>
      {[0, -10, -20, lowest].map((dbm) => (
        <g key={dbm} className={css.tick}>
          <path className="stroke-line" d={`M${from} ${heightOf(dbm)}H${to}`} />
          <text x={from - 8} y={heightOf(dbm) + 4}>
            {formatPower(dbm, 0)}
          </text>
        </g>
      ))}
      <rect className="fill-warning-soft" x={from} y={top} width={to - from} height={middle - top} />
      <rect className="fill-danger-soft" x={from} y={middle} width={to - from} height={bottom - middle} />
      <path className={css.least} d={`M${from} ${heightOf(least)}H${to}`} />
      <text className={css.bandName} x={from + 6} y={top - 6}>
        {text('path.bands', {
          warn: formatPower(warn, 0) ?? '',
          fail: formatPower(fail, 0) ?? '',
          least: formatPower(least, 0) ?? '',
        })}
      </text>
    </>
  )
}

function Thread({ places, line, path }: Parts) {
  return (
    <>
      {places.slice(1).map((spot, index) => {
        const before = places[index] ?? spot
        const [from, to] = [before.x + node / 2, spot.x - node / 2]
        const middle = (from + to) / 2
        const way = sectionText(spot.hop)
        const loose = spot.hop.kind === 'socket' && path.excess !== null
        return (
          <g key={spot.hop.kind} className={css.segment} data-dark={!before.hop.lit || undefined}>
            <path d={`M${from} ${rows.thread}H${to}`} />
            {way !== null && (
              <text x={middle} y={rows.above}>
                {way}
              </text>
            )}
            {spot.hop.loss > 0 && (
              <text className={css.loss} data-more={loose || undefined} x={middle} y={rows.below + 4}>
                {!spot.hop.lit && line.before_dbm !== null && spot.hop.kind === 'socket'
                  ? text('path.lossBefore', { loss: lossText(spot.hop.loss) })
                  : lossText(spot.hop.loss)}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** Power left at each hop: solid for the current, dashed for the earlier reading. */
function Stairs({ places, line, path, cut }: Parts & { cut: Spot | null }) {
  const lit = places.filter(({ hop }) => hop.lit)
  const known = line.before_dbm !== null
  const dark = known ? places.filter(({ hop }) => !hop.lit) : []
  const last = lit.findLast(({ y }) => y !== null)
  // The lit part, and where the dark part begins.
  const reach = cut && last ? `H${cut.x - 16}` : ''
  const from = cut && cut.y === null && last ? `M${cut.x + 16} ${last.y}` : ''
  const onward = from === '' ? stairs(dark) : stairs(dark).replace(/^M/, `${from}L`)
  return (
    <>
      {onward && <path className={`${css.before} fill-none`} d={onward} />}
      {lit.length > 0 && (
        <path
          className={`${css.lit} fill-none`}
          data-usual={path.total === null || undefined}
          d={stairs(lit) + reach}
        />
      )}
      {places.map(
        ({ hop, x, y }) =>
          y !== null &&
          (hop.lit || known) && (
            <g key={hop.kind} className={css.point} data-dark={!hop.lit || undefined}>
              <circle className="fill-success" cx={x} cy={y} r={hop.lit ? 4 : 3.4} />
              <text {...labelPlace(hop.kind, x)} y={y - 10}>
                {signedPower(hop.dbm ?? 0)}
              </text>
            </g>
          ),
      )}
    </>
  )
}

/** Label above the point, or beside it where the curve is steep. */
function labelPlace(kind: Spot['hop']['kind'], x: number) {
  const beside = kind === 'splitter1' || kind === 'splitter2'
  return { x: beside ? x + 7 : x, 'data-beside': beside || undefined }
}

function Sums({ places, line, path: { total, hops } }: Parts) {
  return (
    <g className={css.sums}>
      <text x={span(0).from} y={rows.loss} textAnchor="start">
        {text('path.sum')}
      </text>
      {places.map(
        ({ hop, x }, index) =>
          hop.kind !== 'olt' &&
          hop.kind !== 'drop' &&
          (hop.lit || line.before_dbm !== null) && (
            <text key={hop.kind} x={x} y={rows.loss} data-dark={!hop.lit || undefined}>
              {index === hops.length - 1 && total !== null ? dbText(total) : formatNumber(hop.sum, 2)}
            </text>
          ),
      )}
    </g>
  )
}

function Node({ spot: { hop, x }, line, cut }: { spot: Spot; line: OpticalLine; cut: boolean }) {
  const half = node / 2
  return (
    <g className={css.stop} data-dark={!hop.lit || undefined} data-cut={cut || undefined}>
      <text className={css.name} x={x} y={rows.name}>
        {hopName(hop, line)}
      </text>
      {hop.kind === 'port' && !cut ? (
        <g transform={`translate(${x - 18} ${rows.thread - 20})`}>
          <PortGlyph look={hop.lit ? 'lit' : 'unread'} size={36} />
        </g>
      ) : (
        <g transform={`translate(${x} ${rows.thread})`}>
          {cut ? (
            <CutSign />
          ) : (
            <g className={css.node} data-dark={!hop.lit || undefined}>
              <rect className="fill-surface" x={-half} y={-half} width={node} height={node} rx={7} />
              {hop.kind !== 'port' && <NodeSign kind={hop.kind} />}
            </g>
          )}
        </g>
      )}
      <text className={`${css.code} code`} x={x} y={rows.code}>
        {hopCode(hop, line)}
      </text>
    </g>
  )
}

/** Tag at the point where the light stops. */
function EndTag({ line, spot, width }: { line: OpticalLine; spot: Spot; width: number }) {
  const said = endText(line) ?? ''
  const since = line.since ?? null
  const wide = Math.max(96, 7 * said.length + 16, 5.7 * (since?.length ?? 0) + 16)
  const tall = since === null ? 24 : 40
  const x = Math.min(Math.max(spot.x, wide / 2 + 4), width - wide / 2 - 4)
  const top = 146
  return (
    <g className={css.endTag} data-quiet={!isCut(line.end) || undefined}>
      <path d={`M${spot.x} ${rows.code + 8}V${top}`} />
      <rect className="fill-danger" x={x - wide / 2} y={top} width={wide} height={tall} rx={4} />
      <text x={x} y={top + 16}>
        {said}
      </text>
      {since !== null && (
        <text className={css.since} x={x} y={top + 32}>
          {since}
        </text>
      )}
    </g>
  )
}
