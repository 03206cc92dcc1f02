import type { Look } from '@hilo/domain/neighbour-look.ts'
import type { Color } from '@hilo/domain/status.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import phone from './phone.module.css'
import { StateSign } from './StateSign.tsx'

/** Text colour of a look on the phone. */
export const toneClass: Readonly<Partial<Record<Color, string | undefined>>> = {
  success: phone.good,
  warning: phone.warn,
  danger: phone.bad,
}

/** Sign of a class or verdict at the phone's size; a good result gets the check mark. */
export function LookSign({ look, size }: { look: Look; size: number }) {
  if (look.sign === 'disc') return <StateSign level="ok" size={size} />
  return <Shape kind={look.sign} tone={look.color} size={size} />
}
