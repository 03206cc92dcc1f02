import type { Hop, LightPath } from '@hilo/domain/optical-path.ts'
import { PortGlyph } from '../faceplate/glyphs.tsx'
import { formatPowerUnit } from '../format.ts'
import { text } from '../text.ts'
import css from './optical-path.module.css'
import { dbText, endHop, endText, hopCode, hopName, isCut, lossText, sectionText, type OpticalLine } from './line.ts'
import { NodeSign } from './NodeSign.tsx'

interface Parts {
  line: OpticalLine
  path: LightPath
}

/** The hops as a vertical list, for narrow screens and screen readers. */
export function PathList({ line, path }: Parts) {
  const dark = path.hops.find(({ lit }) => !lit)
  const end = endText(line)
  return (
    <ol className={css.list} aria-label={text('path.title')}>
      {path.hops.map((hop) => (
        <li className="relative" key={hop.kind} data-dark={!hop.lit || undefined}>
          {(hop.loss > 0 || sectionText(hop) !== null) && (
            <span className={`flex wrap ink-2 ${css.way}`}>
              {sectionText(hop)} {hop.loss > 0 && <span className="semibold">{lossText(hop.loss)}</span>}
              {hop.kind === 'socket' && path.excess !== null && (
                <b className={css.more}>{text('path.excess', { loss: dbText(path.excess) })}</b>
              )}
            </span>
          )}
          <span
            className={`grid gap-12 middle relative ${css.hop}`}
            data-cut={(hop === dark && isCut(line.end)) || undefined}
          >
            <Sign hop={hop} cut={hop === dark && isCut(line.end)} />
            <span>
              <b className="title">{hopName(hop, line)}</b>
              <span className="code">{hopCode(hop, line)}</span>
            </span>
            <span className="text-right">{hop.dbm !== null && <Power hop={hop} line={line} path={path} />}</span>
          </span>
          {hop.kind === endHop(line.end, dark) && end !== null && (
            <strong className={css.tag} data-quiet={!isCut(line.end) || undefined}>
              {end}
              {line.since && <span className="medium">{line.since}</span>}
            </strong>
          )}
        </li>
      ))}
    </ol>
  )
}

function Power({ hop, line, path }: Parts & { hop: Hop }) {
  if (!hop.lit && line.before_dbm === null) return text('path.noFigure')
  const shown = formatPowerUnit(hop.dbm)
  if (!hop.lit) return <small className="ink-3">{text('path.was', { power: shown ?? '' })}</small>
  return <b className="title">{path.total === null ? text('path.about', { power: shown ?? '' }) : shown}</b>
}

function Sign({ hop, cut }: { hop: Hop; cut: boolean }) {
  if (hop.kind === 'port' && !cut)
    return (
      <span className="block spill">
        <PortGlyph look={hop.lit ? 'lit' : 'unread'} size={34} />
      </span>
    )
  return (
    <svg className="block spill" viewBox="-17 -17 34 34" width={34} height={34} aria-hidden="true">
      {cut ? (
        <CutSign />
      ) : (
        <g className={css.node} data-dark={!hop.lit || undefined}>
          <rect className="fill-surface" x={-14} y={-14} width={28} height={28} rx={7} />
          {hop.kind !== 'port' && <NodeSign kind={hop.kind} />}
        </g>
      )}
    </svg>
  )
}

/** A diamond with a cross cut out. */
export function CutSign() {
  return (
    <g className={css.cut}>
      <path d="M0-15.5 15.5 0 0 15.5-15.5 0Z" />
      <path d="M-4.2-4.2 4.2 4.2M4.2-4.2-4.2 4.2" />
    </g>
  )
}
