import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { doubts } from '@hilo/domain/proof/darkness.ts'

const texts = JSON.parse(readFileSync(new URL('../../assets/i18n/es.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

it('every doubt of the judgement has a sentence', () => {
  for (const doubt of doubts) assert.ok(texts[`neighbours.doubt.${doubt}`], doubt)
})
