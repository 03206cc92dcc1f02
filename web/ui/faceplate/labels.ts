import { formatPower } from '../format.ts'
import { countLooks, inPlaces, portLook, type FaceplatePort, type LookName } from './port-look.ts'

/** The translate function, as much of it as a drawing needs. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const lower = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1)
/** Looks in which somebody's line is connected, so that it matters whose. */
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

/** Figures of ports that are not one's own are only sent to who runs the network: no port is "another operator's" to him. */
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

/** "11 en línea, 1 sin luz, 1 libre" */
export function countsLabel(t: Translate, ports: readonly FaceplatePort[], total: number): string {
  return countLooks(ports, total)
    .map(([name, count]) => t(`faceplate.count.${name}`, { count }))
    .join(', ')
}

/** "Caja VAL01-0312-07, 16 puertos: 11 en línea, 1 sin luz" */
export function boxLabel(t: Translate, title: string, ports: readonly FaceplatePort[], total: number): string {
  const box = `${t('faceplate.box', { title })}, ${t('faceplate.ports', { count: total })}`
  return `${box}: ${countsLabel(t, ports, total)}`
}

/** What stands under a port: its figure where there is one to show, otherwise a word; nothing where the light says it all. */
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

/** Number of the port whose style the legend shows as "tu operador": the one worked on, otherwise the first. */
export function ownSample(ports: readonly FaceplatePort[], total: number, working?: number): number | undefined {
  const own = inPlaces(ports, total).filter((port) => port?.own)
  return (own.find((port) => port?.port === working) ?? own[0])?.port
}
