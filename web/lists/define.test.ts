/** What a declared list gets by default. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineList } from './define.ts'

const path = 'admin_vno/ports/get'
const rest = {
  name: 'ports',
  reads: ['label'],
  filters: {},
  sort: ['label', 'asc'],
  title: ({ label }: { label: string }) => label,
} as const
const code = { id: 'label', component: 'code', width: 100 } as const
const state = { id: 'state', component: 'state', width: 100, props: { of: 'port' } } as const
const record = { id: 1, label: 'CTO-1/04', state: 3 }

describe('the card by default', () => {
  it('has the title and the first column that is a state, which its rows bring', () => {
    const { card, reads } = defineList(path, { ...rest, columns: [code, state] })
    assert.equal(card.title(record), 'CTO-1/04')
    assert.deepEqual(card.state?.(record), { enumeration: 'port', value: 3 })
    assert.deepEqual(reads, ['label', 'state'])
  })

  it('has the title alone where no column is a state', () => {
    const { card, reads } = defineList(path, { ...rest, columns: [code] })
    assert.equal(card.title(record), 'CTO-1/04')
    assert.equal(card.state, undefined)
    assert.deepEqual(reads, ['label'])
  })
})
