import { formatPower } from '../format.ts'
import { portLook, type LookName } from '@hilo/domain/port-look.ts'
import { countLooks, portsByPosition, type FaceplatePort } from './port-look.ts'

/** The part of the translate function that a drawing needs. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const lower = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1)
/** Looks of a connected line, for which the owner matters. */
const connected = new Set<LookName>([
  'lit',
  'weak',
  'degraded',
  'degraded_hard',
  'cut',
  'off',
  'dark_before',
  'doubtful',
  'silent',
  'unread',
])

/** Figures of other operators' ports are sent only to the network operator, for whom no port is "otro operador". */
export function seesOperators(ports: readonly FaceplatePort[]): boolean {
  return ports.some((port) => port.own) || !ports.some((port) => port.rx_dbm !== null)
}

/** "Puerto 7, otro operador, sin luz" */
export function portLabel(t: Translate, number: number, port: FaceplatePort | undefined, operators: boolean): string {
  const look = portLook(port)
  const parts = [t('faceplate.port', { port: number })]
  if (port?.own) parts.push(t('faceplate.own'))
  else if (operators && port && connected.has(look.name)) parts.push(t('faceplate.other'))
  parts.push(lower(t(`faceplate.look.${look.name}`)))
  if (look.mark) parts.push(lower(t(look.mark.label)))
  const power = look.thread === 'lit' ? formatPower(port?.rx_dbm) : null
  if (power) parts.push(`${power} dBm`)
  return parts.join(', ')
}

/** "11 en línea, 1 sin luz, 1 libre, puerto 3 corte recuperado" */
export function countsLabel(t: Translate, ports: readonly FaceplatePort[], total: number): string {
  const marked = portsByPosition(ports, total).flatMap((port, index) => {
    const { mark } = portLook(port)
    return mark ? [`${lower(t('faceplate.port', { port: index + 1 }))} ${lower(t(mark.label))}`] : []
  })
  const counts = countLooks(ports, total).map(([name, count]) => t(`faceplate.count.${name}`, { count }))
  return [...counts, ...marked].join(', ')
}

/** "Caja VAL01-0312-07, 16 puertos: 11 en línea, 1 sin luz" */
export function boxLabel(t: Translate, title: string, ports: readonly FaceplatePort[], total: number): string {
  const box = `${t('faceplate.box', { title })}, ${t('faceplate.ports', { count: total })}`
  return `${box}: ${countsLabel(t, ports, total)}`
}

/** Caption under a port: its figure if there is one, otherwise a word; empty where the light is enough. */
export function captionOf(
  t: Translate,
  port: FaceplatePort | undefined,
  decimals: number,
): { text: string; figure: boolean } {
  const look = portLook(port)
  const power = look.thread === 'lit' ? formatPower(port?.rx_dbm, decimals) : null
  if (power) return { text: power, figure: true }
  return { text: look.name === 'lit' ? '' : t(`faceplate.caption.${look.name}`), figure: false }
}

/** Port whose style the legend shows as "tu operador": the one being worked on, otherwise the first own one. */
export function ownSample(ports: readonly FaceplatePort[], total: number, working?: number): number | undefined {
  const own = portsByPosition(ports, total).filter((port) => port?.own)
  return (own.find((port) => port?.port === working) ?? own[0])?.port
}

/** "Divisor 1:16"; "2 × 1:8" where one splitter has fewer exits than the box has ports. */
export function splitterLabel(t: Translate, ratio: string, total: number): string {
  const exits = Number(ratio.split(':')[1])
  const count = Math.ceil(total / exits)
  return count > 1 && Number.isFinite(count)
    ? t('faceplate.splitters', { times: count, ratio })
    : t('faceplate.splitter', { ratio })
}
