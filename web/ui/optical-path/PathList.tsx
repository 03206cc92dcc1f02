import type { Hop, LightPath } from '@hilo/domain/optical-path.ts'
import { PortGlyph } from '../faceplate/glyphs.tsx'
import { formatPowerUnit } from '../format.ts'
import { text } from '../text.ts'
import css from './optical-path.module.css'
import { dbText, endHop, endText, hopCode, hopName, isCut, lossText, wayText, type OpticalLine } from './line.ts'
import { NodeSign } from './NodeSign.tsx'

interface Parts {
  line: OpticalLine
  path: LightPath
}

/** The hops under each other: what a narrow screen shows and what is read aloud. */
export function PathList({ line, path }: Parts) {
  const dark = path.hops.find(({ lit }) => !lit)
  const end = endText(line)
  return (
    <ol className={css.list} aria-label={text('path.title')}>
      {path.hops.map((hop) => (
        <li key={hop.kind} data-dark={!hop.lit || undefined}>
          {(hop.loss > 0 || wayText(hop) !== null) && (
            <span className={css.way}>
              {wayText(hop)} {hop.loss > 0 && <span>{lossText(hop.loss)}</span>}
              {hop.kind === 'socket' && path.excess !== null && (
                <b className={css.more}>{text('path.excess', { loss: dbText(path.excess) })}</b>
              )}
            </span>
          )}
          <span className={css.hop} data-cut={(hop === dark && isCut(line.end)) || undefined}>
            <Sign hop={hop} cut={hop === dark && isCut(line.end)} />
            <span>
              <b>{hopName(hop, line)}</b>
              <span className="code">{hopCode(hop, line)}</span>
            </span>
            <span className={css.figure}>{hop.dbm !== null && <Power hop={hop} line={line} path={path} />}</span>
          </span>
          {hop.kind === endHop(line.end, dark) && end !== null && (
            <strong className={css.tag} data-quiet={!isCut(line.end) || undefined}>
              {end}
              {line.since && <span>{line.since}</span>}
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
  if (!hop.lit) return <small>{text('path.was', { power: shown ?? '' })}</small>
  return <b>{path.total === null ? text('path.about', { power: shown ?? '' }) : shown}</b>
}

function Sign({ hop, cut }: { hop: Hop; cut: boolean }) {
  if (hop.kind === 'port' && !cut)
    return (
      <span className={css.sign}>
        <PortGlyph look={hop.lit ? 'lit' : 'unread'} size={34} />
      </span>
    )
  return (
    <svg className={css.sign} viewBox="-17 -17 34 34" width={34} height={34} aria-hidden="true">
      {cut ? (
        <CutSign />
      ) : (
        <g className={css.node} data-dark={!hop.lit || undefined}>
          <rect x={-14} y={-14} width={28} height={28} rx={7} />
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
