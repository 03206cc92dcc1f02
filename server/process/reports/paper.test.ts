/** How papers break into pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfText } from '../../test/pdf-text.ts'
import { drawFacts, drawHead, drawPaper, drawTitle } from './paper.ts'
import { drawTable } from './paper-table.ts'
import type { Doc } from './paper-text.ts'

async function drawn(draw: (doc: Doc) => void): Promise<{ pages: number; lines: string[] }> {
  const pdf = await drawPaper('x', draw)
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []
  return { pages: pages.length, lines: pdfText(pdf).split('\n') }
}
const facts = (count: number) => Array.from({ length: count }, (_, i): [string, string] => [`Dato ${i}`, 'valor'])
const long = 'Caja en alto, hace falta escalera. '.repeat(40)

test('a long value goes on on the next page, and the next fact right below it', async () => {
  const { pages } = await drawn((doc) => {
    drawHead(doc, 'x', 'x')
    drawFacts(doc, [...facts(44), ['Observaciones', long], ...facts(10)])
  })
  assert.equal(pages, 2)
})

test('a table begins where its first row has room; rows stay whole, and each page has the headings', async () => {
  const columns = ['Paso', 'Nota'].map((key) => ({ key, head: key }))
  const table = async (from: number, rows: number) => {
    const { pages, lines } = await drawn((doc) => {
      doc.y = from
      drawTable(
        doc,
        columns,
        Array.from({ length: rows }, () => ({ cells: { Paso: 'uno', Nota: long } })),
      )
    })
    return [pages, lines.filter((line) => line === 'Paso').length]
  }
  assert.deepEqual(await table(700, 1), [2, 1])
  // A row of fifteen lines: four fit on a page.
  assert.deepEqual([await table(48, 4), await table(48, 8), await table(48, 9)], [[1, 1], [2, 2], [3, 3]]) // prettier-ignore
})

test('a word that no column has room for is broken, and the others stay whole', async () => {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => ({ key, head: key.toUpperCase() }))
  const cells = { a: 'W'.repeat(300), b: '12.000', c: '28079-VAL01-0055-01', d: '4,5', e: '–', f: '6', g: '7' }
  const { lines } = await drawn((doc) => drawTable(doc, columns, [{ cells }]))
  for (const whole of Object.values(cells).slice(1)) assert.ok(lines.includes(whole), whole)
  assert.equal(lines.filter((line) => /^W+$/.test(line)).join('').length, 300)
})

test('each paper says which characters its glyphs are, whatever was printed before', async () => {
  const told = async (words: string) => (await drawn((doc) => drawTitle(doc, words))).lines.join('')
  // "é" is drawn with the glyph of "e", ":" with that of ".".
  for (const words of ['é:í', 'e.i', 'А Α A', 'A Α А']) assert.equal(await told(words), words)
})
