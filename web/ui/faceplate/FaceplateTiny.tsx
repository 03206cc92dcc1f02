import { memo } from 'react'
import { text } from '../text.ts'
import css from './cells.module.css'
import type { BoxSize } from './geometry.ts'
import { countsLabel } from './labels.ts'
import type { FaceplatePort } from './port-look.ts'
import { tinyPaths, type TinyMark } from './tiny-paths.ts'

interface FaceplateTinyProps {
  /** Null while the CTO has no reading. */
  ports: readonly FaceplatePort[] | null | undefined
  total: BoxSize
  /** Port number of the intervention. */
  mine?: number | undefined
}

const order: readonly TinyMark[] = ['rest', 'off', 'lit', 'mine', 'weak', 'cut']

/** A CTO in a table cell, at most seven SVG elements. */
export const FaceplateTiny = memo(function FaceplateTiny({ ports, total, mine }: FaceplateTinyProps) {
  if (!ports) return <span className="ink-3">{text('faceplate.unread')}</span>
  const { paths, width, height } = tinyPaths(ports, total, mine)
  return (
    <svg className={css.tiny} width={width} height={height} role="img" aria-label={countsLabel(text, ports, total)}>
      {order.map((mark) => paths[mark] && <path key={mark} className={css[`tiny-${mark}`]} d={paths[mark]} />)}
    </svg>
  )
})
