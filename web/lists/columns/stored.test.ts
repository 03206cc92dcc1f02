import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeColumns } from './config.ts'
import { cleanLists, cleanShared, mergeConfigs } from './stored.ts'

const view = (name: string, search = '') => ({ name, search })

test('whatever a browser has stored can be read', () => {
  const spoiled = [null, 7, 'x', [], [1], { a: null, b: 3, c: [] }, { a: { columns: 'x', views: 5 } }]
  for (const value of spoiled) for (const list of Object.values(cleanLists(value))) assert.deepEqual(list.columns, [])
  const lists = cleanLists({
    a: {
      columns: [null, 4, { id: 3 }, { id: 'code', order: 'x', width: '9', format: { component: 4 } }],
      views: [null, { name: 'Sin búsqueda' }, view('Buena', 'state=1')],
      density: 'huge',
      default_view: {},
      version: 'x',
    },
  })
  assert.deepEqual(lists.a, {
    columns: [{ id: 'code', visible: true, order: 1 }],
    views: [view('Buena', 'state=1')],
    version: 0,
  })
  assert.equal(mergeColumns([{ id: 'code', component: 'code', width: 90 }], lists.a.columns)[0]?.visible, true)
  assert.deepEqual(cleanShared({ a: [null, { name: 'V', search: 's', by: 'Ana', by_id: 2 }], b: 3 }), {
    a: [{ name: 'V', search: 's', by: 'Ana', by_id: 2 }],
    b: [],
  })
})

test('two places that change different things both keep theirs', () => {
  const base = { columns: [], views: [view('Una')] }
  const columns = [{ id: 'code', visible: true, order: 0 }]
  const mine = { ...base, columns }
  const theirs = { ...base, views: [view('Una'), view('Otra')], default_view: '@Otra' }
  assert.deepEqual(mergeConfigs(base, mine, theirs), { columns, views: theirs.views, default_view: '@Otra' })
})

test('views made, changed and taken away here are so there', () => {
  const base = { columns: [], views: [view('Queda'), view('Cambia'), view('Quito')] }
  const mine = { columns: [], views: [view('Queda'), view('Cambia', 'mía'), view('Nueva')] }
  const theirs = { columns: [], views: [view('Queda', 'suya'), view('Cambia', 'suya'), view('Quito'), view('Ajena')] }
  assert.deepEqual(mergeConfigs(base, mine, theirs).views, [
    view('Queda', 'suya'),
    view('Cambia', 'mía'),
    view('Ajena'),
    view('Nueva'),
  ])
})
