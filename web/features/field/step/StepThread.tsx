import type { FieldStep } from '@hilo/domain/status.ts'
import { text } from '../../../ui/text.ts'
import css from './thread.module.css'

interface StepThreadProps {
  due: readonly FieldStep[]
  done: ReadonlySet<FieldStep>
  now: FieldStep | null
}

const width = 358
const middle = 17

/** Progress bar drawn as a fibre through one port per step. Not interactive. */
export function StepThread({ due, done, now }: StepThreadProps) {
  const pitch = due.length > 1 ? (width - 32) / (due.length - 1) : 0
  const x = (at: number) => Math.round((16 + at * pitch) * 10) / 10
  const at = now === null ? due.length : due.indexOf(now)
  const reached = at === -1 ? 0 : Math.min(at, due.length - 1)
  const label = text('tech.thread', { done: due.filter((step) => done.has(step)).length, total: due.length })
  return (
    <svg className={css.thread} viewBox={`0 0 ${width} 34`} role="img" aria-label={label}>
      <path className={css.dark} d={`M${x(reached)} ${middle}H${x(due.length - 1)}`} />
      <path className={css.lit} d={`M1 ${middle}H${x(reached)}`} />
      {due.map((step, index) => (
        <Port key={step} x={x(index)} number={index + 1} now={step === now} done={done.has(step)} />
      ))}
    </svg>
  )
}

function Port({ x, number, now, done }: { x: number; number: number; now: boolean; done: boolean }) {
  if (now) {
    return (
      <>
        <rect className={`${css.now} fill-surface`} x={x - 14} y={middle - 14} width={28} height={28} rx={8} />
        <text className={`${css.current} text-xs title fill-ink-2 anchor-middle`} x={x} y={middle + 5.6}>
          {number}
        </text>
      </>
    )
  }
  return (
    <>
      <rect className={done ? css.done : css.next} x={x - 10} y={middle - 10} width={20} height={20} rx={5} />
      {done ? (
        <path className={`${css.tick} fill-none`} d={`M${x - 4.2} ${middle + 0.4}l3 3 5.4-6`} />
      ) : (
        <text className="text-xs title fill-ink-2 anchor-middle" x={x} y={middle + 4.2}>
          {number}
        </text>
      )}
    </>
  )
}
