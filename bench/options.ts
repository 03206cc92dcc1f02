import { parseArgs } from 'node:util'
import type { SeedSize } from '../server/config.ts'

export interface Options {
  /** Seed of a new database; `none` takes the data folder as it is. */
  size: SeedSize
  /** Ports of the `stress` seed. */
  ports: number
  rounds: number
  /** Seconds of each round, for each product. */
  seconds: number
  connections: number
  growth: boolean
  /** The grid in a browser instead of the server. */
  scroll: boolean
  /** How long somebody waits in a browser instead of the server. */
  opening: boolean
  /** Only cells whose name contains this. */
  only: string
  /** Parent of the data folders, one per size. */
  data: string
  /** First of the TCP ports that the processes listen on. */
  firstPort: number
}

const sizes = ['none', 'small', 'standard', 'stress'] as const

/** @throws {Error} naming an option that is unknown or out of range */
export function readOptions(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    options: {
      size: { type: 'string', default: 'stress' },
      ports: { type: 'string', default: '1000000' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      scroll: { type: 'boolean', default: false },
      opening: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      data: { type: 'string', default: '.cache/bench' },
      listen: { type: 'string', default: '3700' },
    },
  })
  const size = sizes.find((one) => one === values.size)
  if (!size) throw new Error(`--size takes ${sizes.join(', ')}`)
  return {
    size,
    ports: whole('ports', values.ports),
    rounds: whole('rounds', values.rounds ?? (values.quick ? '2' : '5')),
    seconds: values.quick ? 1 : 2,
    connections: 16,
    growth: values.growth,
    scroll: values.scroll,
    opening: values.opening,
    only: values.only,
    data: values.data,
    firstPort: whole('listen', values.listen),
  }
}

function whole(name: string, value: string): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < 1) throw new Error(`--${name} takes a whole number above 0`)
  return number
}
