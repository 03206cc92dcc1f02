import { isPoor } from '@hilo/domain/picture.ts'
import { nearM } from '@hilo/domain/step-checks.ts'
import type { Position } from '@hilo/domain/step-data.ts'
import { useEffect } from 'react'
import { formatDistance } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'
import { metresBetween, useHere } from '../position.ts'

interface PlaceLineProps {
  /** Position stored in the step. */
  position: Position | null | undefined
  set: (position: Position) => void
  box: { position: { lat: number; lon: number } } | null
}

/** Distance to the box and its accuracy; replaces the stored position if a more accurate one arrives. */
export function PlaceLine({ position, set, box }: PlaceLineProps) {
  const { position: live, refused } = useHere()
  const poor = isPoor(position?.accuracy_m)
  const improves =
    live !== null && poor && (position == null || (live.accuracy_m ?? Infinity) < (position.accuracy_m ?? Infinity))
  useEffect(() => {
    if (improves) set(live)
  }, [improves, live, set])
  if (position == null) {
    return <p className={css.hint}>{text(refused ? 'tech.position.refused' : 'tech.position.none')}</p>
  }
  const metres = box && Math.round(metresBetween(position, box.position))
  const accuracy = position.accuracy_m == null ? null : formatDistance(position.accuracy_m)
  return (
    <p className={css.hint} data-level={metres !== null && metres > nearM ? 'aviso' : undefined}>
      {metres !== null && text('tech.position.metres', { distance: formatDistance(metres) })}
      {accuracy && ` ${text('tech.position.accuracy', { accuracy })}`}
      {poor && ` ${text('tech.position.poor')}`}
    </p>
  )
}
