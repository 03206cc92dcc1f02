import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalLog } from './log.ts'

class Out {
  readonly isTTY: boolean
  columns = 40
  text = ''
  constructor(isTTY: boolean) {
    this.isTTY = isTTY
  }
  write(text: string): boolean {
    this.text += text
    return true
  }
  /** Lines as a terminal shows them after all was written. */
  get lines(): string[] {
    return this.text.split('\n').map((line) => line.slice(line.lastIndexOf('\x1b[K') + 1).replace(/^\[K/, ''))
  }
}

test('on a terminal progress is one line, replaced by the next line of the log', () => {
  const out = new Out(true)
  const log = terminalLog(out, out)
  for (let n = 1; n <= 70; n++) log.progress('Se prepara la base de datos', `paso ${n} de 70`)
  assert.deepEqual(out.lines, ['Se prepara la base de datos… paso 70 de'])
  log.warn('Queda poco sitio.')
  log.progress('Se prepara la base de datos')
  log.info('Lista.')
  assert.deepEqual(out.lines, ['Queda poco sitio.', 'Lista.', ''])
})

test('a narrow terminal does not wrap it, one that tells no width shows it', () => {
  for (const [columns, length] of [
    [12, 11],
    [0, 35],
  ] as const) {
    const out = new Out(true)
    out.columns = columns
    terminalLog(out, out).progress('Se prepara la base de datos', 'paso 1')
    assert.equal(out.lines[0]?.length, length)
  }
})

test('elsewhere each task is told once', () => {
  const out = new Out(false)
  const log = terminalLog(out, out)
  for (let n = 1; n <= 70; n++) log.progress('Se prepara la base de datos', `paso ${n} de 70`)
  for (let n = 1; n <= 20; n++) log.progress('Se cargan los datos', `filas: ${n}`)
  log.info('Lista.')
  const told = ['Se prepara la base de datos… paso 1 de 70', 'Se cargan los datos… filas: 1', 'Lista.', '']
  assert.deepEqual(out.lines, told)
})
