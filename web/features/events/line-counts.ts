import { countLooks, type FaceplatePort, type LookName } from '../../ui/faceplate/port-look.ts'
import { text } from '../../ui/text.ts'

/** Looks of a line that somebody has; the others are only places. */
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

/** "1 sin luz" and "11 en línea, 1 apagado"; empty where there is none. */
export function lineCounts(ports: readonly FaceplatePort[]): { dark: string; rest: string } {
  const looks = countLooks(ports, Math.max(0, ...ports.map(({ port }) => port)))
  const said = ([name, count]: [LookName, number]) => text(`faceplate.count.${name}`, { count })
  return {
    dark: looks
      .filter(([name]) => name === 'cut')
      .map(said)
      .join(', '),
    rest: looks
      .filter(([name]) => lines.includes(name))
      .map(said)
      .join(', '),
  }
}
