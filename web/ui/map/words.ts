import { ctoState } from '@hilo/domain/status.ts'
import { text } from '../text.ts'
import type { BoxPoint } from './markers.ts'

/** A marker in words. */
export function markerText({ id, label, state, boxes, free, total, dark }: BoxPoint): string {
  const alarm = dark > 0 ? [text('map.dark', { count: dark })] : []
  const what =
    id === null
      ? [text('map.joined', { count: boxes }), text('list.ctos.freeOf', { free, total })]
      : [label, text(ctoState.of(state)?.label ?? ''), text('list.ctos.freeOf', { free, total })]
  return [...what, ...alarm].join(', ')
}
