import { ctoState } from '@hilo/domain/status.ts'
import { text } from '../../../ui/text.ts'
import type { Marker } from './markers.ts'

/** A marker in words. */
export function markerText({ box, boxes, free, total, dark }: Marker): string {
  const alarm = dark > 0 ? [text('map.dark', { count: dark })] : []
  const what = box
    ? [box.label, text(ctoState.of(box.state)?.label ?? ''), text('list.ctos.freeOf', { free, total })]
    : [text('map.joined', { count: boxes }), text('list.ctos.freeOf', { free, total })]
  return [...what, ...alarm].join(', ')
}
