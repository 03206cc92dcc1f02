import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codePieces, withoutBreaks } from './unbroken.ts'

const read = () => readFileSync(new URL('../assets/i18n/es.json', import.meta.url), 'utf8')

test('no text ends a line between a port and its number, or between a figure and its unit', () => {
  const texts = withoutBreaks(read())
  assert.doesNotMatch(texts, /puertos? (?:\{\{|\d)/i)
  assert.doesNotMatch(texts, /(?:\d|\}\}) (?:dBm?|min|s|h|MB)(?![\p{L}\d])/u)
  assert.match(texts, /"tech\.clean\.controls": "[^"]*24\u00a0h\."/)
  assert.deepEqual(Object.keys(JSON.parse(texts) as object), Object.keys(JSON.parse(read()) as object))
})

test('a code with hyphens is a piece of its own: discharge code, intervention, box, drop', () => {
  const codes = 'NC0W-8JNT QQDW-EXCJ INT-2026-0001275 46250-VAL83-7775-29 D46-1F0A2B3C AC-754791201'
  for (const code of codes.split(' ')) assert.deepEqual(codePieces(`Código ${code}.`), ['Código ', code, '.'])
  assert.deepEqual(codePieces('A las 9:01, de 20 s o más, SHA-256'), ['A las 9:01, de 20 s o más, ', 'SHA-256', ''])
  assert.deepEqual(codePieces('Sin códigos: punto-a-punto'), ['Sin códigos: punto-a-punto'])
})
