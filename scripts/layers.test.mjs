import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from './layers.mjs'

const refused = [
  ['domain/port.ts', "import { z } from 'zod/mini'"],
  ['domain/port.ts', "import { contract } from '@hilo/contract/index.ts'"],
  ['contract/ports.ts', "import { readFile } from 'node:fs/promises'"],
  ['contract/ports.ts', "import * as z from 'zod'"],
  ['server/areas/ports/calls.ts', "import { x } from '../events/queries.ts'"],
  ['server/areas/ports/calls.ts', "import type { X } from '../events/queries.ts'"],
  ['server/areas/ports/calls.ts', "import { handle } from '../../http/handle.ts'"],
  ['server/db/list.ts', "import { ports } from '../areas/ports/calls.ts'"],
  ['server/http/handle.ts', "import '../main.ts'"],
  ['server/http/handle.ts', "import { x } from '@hilo/web/api/call.ts'"],
  ['server/somewhere/new.ts', "import { x } from '../db/open.ts'"],
  ['web/api/call.ts', "import { text } from '../ui/text.ts'"],
  ['web/api/call.ts', "import { contract } from '@hilo/contract/index.ts'"],
  ['web/api/call.ts', "const lazy = await import('@hilo/contract/index.ts')"],
  ['web/api/call.ts', "import { join } from 'node:path'"],
  ['web/lists/Grid.tsx', "import { portsList } from '../features/ports/ports.list.ts'"],
  ['web/features/ports/x.ts', "import { y } from '../ctos/y.ts'"],
  ['web/features/ports/x.ts', "import { router } from '../../app/router.tsx'"],
  ['web/features/ports/PortList.ts', ''],
  ['server/db/myFile.ts', ''],
]

const allowed = [
  ['contract/ports.ts', "import * as z from 'zod/mini'\nimport { portState } from '@hilo/domain/status.ts'"],
  [
    'server/areas/ports/calls.ts',
    "import { Json } from '../../http/handler.ts'\nimport { rows } from '../../db/list.ts'",
  ],
  ['server/areas/ports/calls.ts', "import type { Principal } from '../../http/principal.ts'"],
  ['server/http/handle.ts', "import { ports } from '../areas/ports/calls.ts'"],
  [
    'web/api/call.ts',
    "import type { Path } from '@hilo/contract/index.ts'\nimport { Problem } from '@hilo/domain/problem.ts'",
  ],
  [
    'web/features/ports/PortScreen.tsx',
    "import { ListScreen } from '../../lists/ListScreen.tsx'\nimport './screen.css'",
  ],
  ['web/app/router.tsx', "const lazy = () => import('../features/ports/PortsScreen.tsx')"],
  ['web/features/ports/ports.list.ts', ''],
]

for (const [path, text] of refused)
  test(`${path} may not hold: ${text || 'that name'}`, () => assert.equal(faults(path, text).length, 1))
for (const [path, text] of allowed)
  test(`${path} may hold: ${text || 'that name'}`, () => assert.deepEqual(faults(path, text), []))
