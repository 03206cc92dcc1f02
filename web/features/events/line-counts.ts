import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import type { Shown } from '@hilo/domain/neighbour-look.ts'
import { portLook, type LookName } from '@hilo/domain/port-look.ts'
import { countLooks, type FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { text } from '../../ui/text.ts'

/** Looks of ports with a line; the others are empty. */
const lines: readonly LookName[] = [
  'lit',
  'weak',
  'degraded',
  'degraded_hard',
  'off',
  'dark_before',
  'doubtful',
  'silent',
  'unread',
]

const isLit = (ports: readonly FaceplatePort[], port: number | null) =>
  ports.some((one) => one.port === port && portLook(one).thread === 'lit')

/**
 * Lines of the box compared with before. The worked line is no neighbour: it counts as unchanged where it had light before the work,
 * and as `born` where it got it from the work.
 */
export function linesOf(
  diff: Report['diff'],
  worked: number | null,
  before: readonly FaceplatePort[] | undefined,
  now: readonly FaceplatePort[],
): { diff: (Shown & { port: number })[]; born: number | null } {
  if (worked === null || before === undefined || !isLit(now, worked)) return { diff, born: null }
  if (!isLit(before, worked)) return { diff, born: worked }
  const unchanged = { port: worked, class: 'igual' as const }
  return { diff: [...diff, unchanged], born: null }
}

/** "1 sin luz" and "11 en línea, 1 apagado"; empty without lines. */
export function lineCounts(ports: readonly FaceplatePort[]): { dark: string; rest: string } {
  const looks = countLooks(ports, Math.max(0, ...ports.map(({ port }) => port)))
  const countText = ([name, count]: [LookName, number]) => text(`faceplate.count.${name}`, { count })
  return {
    dark: looks
      .filter(([name]) => name === 'cut')
      .map(countText)
      .join(', '),
    rest: looks
      .filter(([name]) => lines.includes(name))
      .map(countText)
      .join(', '),
  }
}
