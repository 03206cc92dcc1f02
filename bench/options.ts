import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const sizes = ['none', 'small', 'standard', 'stress'] as const

export interface Options {
  /** Seed of a new database; `none` uses the data folder as it is. */
  size: (typeof sizes)[number]
  /** Ports of the `stress` seed. */
  ports: number
  rounds: number
  /** Seconds per round and product. */
  seconds: number
  connections: number
  growth: boolean
  /** Measures how soon the technician sees an alarm, at rest and beside a load. */
  alarm: boolean
  /** Folder of another checkout to compare with, instead of the limit. */
  beside: string
  /** Only cells whose name contains this. */
  only: string
  /** Parent of the data folders, one per size. */
  data: string
  /** First TCP port of the processes. */
  firstPort: number
}

/** @throws {Error} naming an unknown option or one out of range */
export function readOptions(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    options: {
      size: { type: 'string', default: 'stress' },
      ports: { type: 'string', default: '1000000' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      alarm: { type: 'boolean', default: false },
      beside: { type: 'string', default: '' },
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
    alarm: values.alarm,
    beside: values.beside && resolve(values.beside),
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
