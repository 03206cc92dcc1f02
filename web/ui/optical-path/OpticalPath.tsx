import type { LightPath } from '@hilo/domain/optical-path.ts'
import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import css from './optical-path.module.css'
import { dbText, pathOf, type OpticalLine } from './line.ts'
import { PathDrawing } from './PathDrawing.tsx'
import { PathList } from './PathList.tsx'
import { useWidth } from '../use-width.ts'

/** Minimum width in px of the drawing; below it the hops are listed vertically. */
const leastWidth = 700

/** The light path from the OLT to the ONT: loss of each hop, power left, and where the line is cut. */
export function OpticalPath({ line }: { line: OpticalLine }) {
  const [ref, width] = useWidth<HTMLDivElement>(0)
  const path = pathOf(line)
  const drawn = width >= leastWidth
  return (
    <div ref={ref} className={`shrink ${css.place}`} data-drawn={drawn || undefined}>
      {path ? (
        <>
          {drawn && <PathDrawing line={line} path={path} width={width} />}
          <PathList line={line} path={path} />
        </>
      ) : (
        <p className="ink-2">{text('path.unknown')}</p>
      )}
    </div>
  )
}

/** Legend, and totals: loss, budget and margin. */
export function PathKey({ line }: { line: OpticalLine }) {
  const path = pathOf(line)
  if (!path) return null
  const dark = path.hops.some(({ lit }) => !lit)
  return (
    <span className={`inline-flex gap-2 gap-x-16 wrap end ink-2 ${css.key}`}>
      {path.hops.some(({ lit }) => lit) && (
        <span>
          <i data-line="lit" />
          {text('path.key.lit')}
        </span>
      )}
      {dark && line.before_dbm !== null && (
        <span>
          <i data-line="before" />
          {text('path.key.before')}
        </span>
      )}
      <Total path={path} />
    </span>
  )
}

function Total({ path: { total, budget, margin } }: { path: LightPath }) {
  if (total === null || margin === null) return <span>{text('path.usual')}</span>
  return (
    <span>
      <b className="ink-1 weight-650">{dbText(total)}</b>{' '}
      {text('path.total', { budget: formatNumber(budget, 1), margin: dbText(margin) })}
    </span>
  )
}
