import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf, readCsv, resultsOf } from './csv.ts'

test('a template opens in a spreadsheet: byte order mark, semicolons, quotes where needed', () => {
  assert.equal(
    csvOf([
      ['código', 'notas'],
      ['A-1', 'llave; portal "B"'],
    ]),
    '\uFEFFcódigo;notas\r\nA-1;"llave; portal ""B"""\r\n',
  )
})

test('a results file is read with its commas, quotes and line breaks', () => {
  const file =
    '\uFEFFline,ok,code,message,id\r\n2,true,CREATED,Creado.,7\r\n3,false,VALIDATION,"kind: no, ""esto"" no\nvale",\r\n'
  assert.deepEqual(resultsOf(file), [
    { line: 2, ok: true, code: 'CREATED', message: 'Creado.' },
    { line: 3, ok: false, code: 'VALIDATION', message: 'kind: no, "esto" no\nvale' },
  ])
  assert.deepEqual(readCsv('a,b'), [['a', 'b']])
  assert.deepEqual(readCsv(''), [])
})
