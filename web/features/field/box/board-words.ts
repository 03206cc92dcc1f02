/** Sentences above the live view of a box. */
import { darkBefore, type Sentence } from '@hilo/domain/neighbour-look.ts'
import { portLook } from '@hilo/domain/port-look.ts'
import { asNeighbour, type FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { text } from '../../../ui/text.ts'
import { clockOf } from '../clock.ts'

/** `unexplained`: a port that had light is dark without an alarm. `sentence`: ports that were dark before the work. */
export function beforeOf(mine: number | null, ports: readonly FaceplatePort[], alarmed: readonly number[]) {
  const lines = ports.filter((port) => {
    const { drop, name } = portLook(port)
    // A ceased line has no customer who could lose light.
    return port.port !== mine && drop && name !== 'ceased'
  })
  const unexplained = lines.some((port) => !alarmed.includes(port.port) && portLook(port).name === 'cut')
  return { unexplained, sentence: darkBefore(lines.map(asNeighbour)) }
}

/** "desde las 12:23 p. m. Los puertos 2 y 5 ya estaban sin luz.": the abbreviation ends the sentence with its own full stop. */
export function sinceText(from: string, { sentence }: { sentence: Sentence | null }): string {
  const since = text('tech.board.since', { time: clockOf(from) })
  return sentence === null ? since : `${since} ${text(sentence.key, sentence.values)}`
}
