import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circles, faults, wayToContract } from './layers.mjs'

const refused = [
  ['domain/port.ts', "import { z } from 'zod/mini'"],
  ['domain/port.ts', "import { contract } from '@hilo/contract/index.ts'"],
  ['contract/ports/ports.ts', "import { readFile } from 'node:fs/promises'"],
  ['contract/ports/ports.ts', "import * as z from 'zod'"],
  ['server/areas/ports/calls.ts', "import { x } from '../events/queries.ts'"],
  ['server/areas/ports/calls.ts', "import type { X } from '../events/queries.ts'"],
  ['server/areas/shared/x.ts', "import { x } from '../events/queries.ts'"],
  ['server/areas/ports/calls.ts', "import { handle } from '../../kernel/request/handle.ts'"],
  ['server/areas/ports/calls.ts', "import { calls } from '../../http/calls.ts'"],
  ['server/kernel/request/handle.ts', "import { calls } from '../../http/calls.ts'"],
  ['server/kernel/list/list.ts', "import { ports } from '../../areas/ports/calls.ts'"],
  ['server/kernel/request/handle.ts', "import '../../main.ts'"],
  ['server/kernel/request/handle.ts', "import { x } from '@hilo/web/api/call.ts'"],
  ['server/somewhere/new.ts', "import { x } from '../db/open.ts'"],
  ['web/api/call.ts', "import { text } from '../ui/text.ts'"],
  ['web/api/call.ts', "import { contract } from '@hilo/contract/index.ts'"],
  ['web/api/call.ts', "const lazy = await import('@hilo/contract/index.ts')"],
  ['web/api/call.ts', "import { join } from 'node:path'"],
  ['web/lists/Grid.tsx', "import { portsList } from '../features/ports/ports.list.ts'"],
  ['web/features/ports/x.ts', "import { y } from '../ctos/y.ts'"],
  ['web/features/ports/x.ts', "import { router } from '../../app/router.tsx'"],
  ['web/features/ports/PortList.ts', ''],
  ['web/features/ports/PortScreen.tsx', '<button type="button">'],
  ['web/lists/Grid.tsx', '<dialog open>'],
  ['web/kit/Button.tsx', "import { formatDate } from '../ui/format.ts'"],
  ['server/db/myFile.ts', ''],
]

const allowed = [
  ['contract/ports/ports.ts', "import * as z from 'zod/mini'\nimport { portState } from '@hilo/domain/status.ts'"],
  [
    'server/areas/ports/calls.ts',
    "import { Json } from '../../kernel/handler.ts'\nimport { rows } from '../../kernel/list/list.ts'",
  ],
  ['server/areas/ports/calls.ts', "import { operatorOf } from '../shared/operator.ts'"],
  ['server/areas/ports/calls.ts', "import type { Principal } from '../../kernel/request/principal.ts'"],
  ['server/http/calls.ts', "import { ports } from '../areas/ports/calls.ts'"],
  [
    'web/api/call.ts',
    "import type { Path } from '@hilo/contract/index.ts'\nimport { Problem } from '@hilo/domain/problem.ts'",
  ],
  [
    'web/features/ports/PortScreen.tsx',
    "import { ListScreen } from '../../lists/ListScreen.tsx'\nimport './screen.css'",
  ],
  ['web/app/router.tsx', "const lazy = () => import('../features/ports/PortScreen.tsx')"],
  ['web/features/ports/ports.list.ts', ''],
  ['web/kit/Button.tsx', '<button type="button">'],
]

for (const [path, text] of refused)
  test(`${path} may not hold: ${text || 'that name'}`, () => assert.equal(faults(path, text).length, 1))
for (const [path, text] of allowed)
  test(`${path} may hold: ${text || 'that name'}`, () => assert.deepEqual(faults(path, text), []))

const circular = [
  ['that runs', { 'domain/a.ts': "import { b } from './b.ts'", 'domain/b.ts': "import { a } from './a.ts'" }],
  ['of types', { 'domain/a.ts': "import { b } from './b.ts'", 'domain/b.ts': "import type { A } from './a.ts'" }],
  [
    'of what is opened later',
    { 'web/a.ts': "const b = () => import('./b.tsx')", 'web/b.tsx': "export { a } from './a.ts'" },
  ],
  [
    'through a third file and a package name',
    {
      'contract/a.ts': "import { b } from './b.ts'",
      'contract/b.ts': "import {\n  c,\n} from '@hilo/contract/c.ts'",
      'contract/c.ts': "import { a } from './a.ts'",
    },
  ],
]
for (const [kind, files] of circular)
  test(`an import circle ${kind} is refused`, () => {
    const beside = { 'domain/z.ts': "import { y } from './y.ts'", 'domain/y.ts': '' }
    assert.deepEqual(circles(new Map(Object.entries({ ...beside, ...files }))), [Object.keys(files).sort()])
  })

test('the process that reads files must not build the contract, through whichever file', () => {
  const reader = 'server/load/reader-process.ts'
  const texts = (last) =>
    new Map([
      [reader, "import { rows } from './rows.ts'"],
      ['server/load/rows.ts', `import type { Row } from '@hilo/contract/row.ts'\n${last}`],
    ])
  assert.equal(wayToContract(texts("import { text } from '../kernel/texts.ts'")), null)
  const way = [reader, 'server/load/rows.ts', 'contract/index.ts']
  assert.deepEqual(wayToContract(texts("import { contract } from '@hilo/contract/index.ts'")), way)
})
