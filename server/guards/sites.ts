/** Every guard of the server (refusals for rights or work), found in its source. */
import { globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startTestDatabase } from '../test/database.ts'

interface Guard {
  /** Name of the removed guard. */
  name: string
  file: string
  /** Exact text, at an offset of the file. */
  at: number
  was: string
  becomes: string
  /** Tests, or patterns of tests, of which one has to fail. */
  tests: string[]
}

const codes = [
  'YOU_ARE_NOT_LOGGED_IN',
  'PRIVILEGE_DENIED',
  'PRIVILEGE_ESCALATION',
  'LAST_ADMIN',
  'AGREEMENT_REQUIRED',
  'PASSKEY_REQUIRED',
  'FOREIGN_ORIGIN',
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'REQUEST_ID_REUSED',
  'RATE_LIMITED',
]
const refusal = new RegExp(`throw new Problem\\('(${codes.join('|')})'`, 'g')
/** Refusals that stand in one place for many callers: each call is a guard. */
const sharedRefusal = /(?:await (assertVersion)|(?<!function )\b(onlyNeutral))\(/g
/** Tests that cover every call. */
const kernelTests = [
  'server/kernel/request/order.test.ts',
  'server/kernel/request/write.test.ts',
  'server/kernel/request/change.test.ts',
  'server/http/wire.test.ts',
  'server/auth/*.test.ts',
]

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|night|soak)\.ts$/.test(name))
}

/** Areas and files whose tests are elsewhere. */
const elsewhere: Readonly<Record<string, string[]>> = {
  'server/areas/ctos': ['server/areas/loads/*.test.ts'],
  'server/areas/ports': ['server/areas/loads/*.test.ts'],
  'server/areas/files': ['server/kernel/request/files.test.ts'],
  'server/areas/shared': [
    'server/areas/people/{contractors,admins,technicals,invitations}/*.test.ts',
    'server/areas/enrollments/*.test.ts',
    'server/areas/accesses/feasibility/*.test.ts',
  ],
  'server/areas/neighbors': ['server/process/ending/requests-to-end.test.ts'],
  'server/auth': ['server/areas/account/*.test.ts', 'server/areas/system/*.test.ts', 'server/auth/*.night.ts'],
  'server/kernel/request/caller.ts': ['server/areas/people/apikeys/*.test.ts'],
  'server/plant': ['server/plant/*.test.ts', 'server/areas/ctos/*.test.ts', 'server/areas/loads/*.test.ts'],
  'server/process/enrolment/enrollment-file.ts': ['server/areas/enrollments/*.test.ts'],
  'server/process/enrolment/enrollment-place.ts': ['server/areas/enrollments/*.test.ts'],
  'server/process/network': ['server/areas/loads/*.test.ts', 'server/areas/ports/*.test.ts'],
  'server/kernel/list/record.ts': ['server/areas/people/contractors/*.test.ts'],
  'server/people/role-editors.ts': ['server/areas/people/roles/*.test.ts', 'server/areas/people/admins/*.test.ts'],
  'server/people': [
    'server/areas/people/admins/*.test.ts',
    'server/areas/people/technicals/*.test.ts',
    'server/areas/people/invitations/*.test.ts',
    'server/areas/account/*.test.ts',
  ],
  'server/http/stream.ts': [
    'server/http/stream.test.ts',
    'server/http/stream.night.ts',
    'server/areas/account/agreements.test.ts',
  ],
}

function testsOf(file: string): string[] {
  const folder = dirname(file)
  const more = elsewhere[file] ?? elsewhere[folder] ?? []
  const matrix = ['server/matrix/matrix.test.ts', 'server/matrix/matrix.night.ts']
  // Privileges of parts depend on the input, and are tested in one place.
  const everywhere = ['server/kernel/request/parts.test.ts', ...matrix]
  if (folder.startsWith('server/areas')) return [`${folder}/*.test.ts`, ...more, ...everywhere]
  if (folder.startsWith('server/process'))
    return [...more, `${folder}/*.test.ts`, 'server/areas/events/*.test.ts', ...matrix]
  return [...more, ...kernelTests, ...matrix]
}

const folders = ['areas', 'auth', 'db', 'http', 'kernel', 'people', 'plant', 'process'].map((name) => `server/${name}`)

/** A refusal that is created but not thrown. */
function refusals(root: string): Guard[] {
  return folders.flatMap((folder) =>
    sources(root, folder).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(refusal), ...text.matchAll(sharedRefusal)].map((found): Guard => {
        const line = text.slice(0, found.index).split('\n').length
        const [was, ...words] = found
        const code = words.find(Boolean) ?? ''
        const tests = testsOf(file)
        const becomes = was.replace('throw', 'void').replace(/await assertVersion|onlyNeutral/, 'void ')
        return { name: `${code} (${file}:${line})`, file, at: found.index, was, becomes, tests }
      })
    }),
  )
}

/** Tenant conditions in their usual notations, and their replacement that admits all rows. */
const predicates: readonly { whose: string; text: RegExp; becomes: string }[] = [
  { whose: "operator's", text: /\(\$\d+::int is null or (?:\w+\.)?vno_id = \$\d+\)/g, becomes: 'true' },
  { whose: "operator's", text: /(?<!or |\.|set )\b(?:\w+\.)?vno_id = \$\d+\b(?! then| or|::)/g, becomes: 'true' },
  { whose: "operator's", text: /\b(?:viewer\.)?vnoId === null(?=\s*\?)/g, becomes: 'true' },
  { whose: "operator's", text: /\b(?:viewer\.)?vnoId !== null(?=\) where)/g, becomes: 'false' },
  {
    whose: "technician's",
    text: /\(\$\d+::bigint is null or (?:\w+\.)?(?:assigned_)?technical_id = \$\d+\)/g,
    becomes: 'true',
  },
  { whose: "technician's", text: /\b(?:viewer\.)?technicalId !== null(?=\) where)/g, becomes: 'false' },
]

/** Tenant conditions of statements and lists: tested with row-level security off. */
function scopes(root: string): Guard[] {
  const everywhere = [
    'server/kernel/sql/statements.test.ts',
    'server/kernel/list/predicates.test.ts',
    'server/matrix/bare.night.ts',
  ]
  const files = [...sources(root, 'server/areas'), 'server/process/event-row.ts', 'server/process/order-row.ts']
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const tests = [...everywhere, `${dirname(file)}/*.test.ts`]
    return predicates.flatMap(({ whose, text: form, becomes }) =>
      [...text.matchAll(form)].flatMap(({ 0: was, index: at }): Guard[] => {
        const lines = text.slice(0, at).split('\n')
        // Conditions that only narrow a search: its results are restricted by the list.
        if (lines.at(-1)?.includes('const mine')) return []
        return [{ name: `${whose} predicate (${file}:${lines.length})`, file, at, was, becomes, tests }]
      }),
    )
  })
}

const policyNames = `
  select tablename as table, policyname as policy, cmd from pg_policies
   where schemaname = 'public' and policyname <> 'owner' and tablename !~ '^(?:audit_\\d)'
     and coalesce(with_check, qual) <> 'true' order by 1, 2`

/** A row-level policy that admits all rows: added at the end of the last migration, or of the baseline. */
async function policies(root: string): Promise<Guard[]> {
  const files = globSync(['server/db/baseline/*.sql', 'server/db/migrations/*.sql'], { cwd: root })
  const file = files.sort().at(-1) ?? ''
  const at = readFileSync(join(root, file), 'utf8').length
  const db = await startTestDatabase()
  try {
    const { rows } = await db.owner.query<{ table: string; policy: string; cmd: string }>(policyNames)
    return rows.map(({ table, policy, cmd }) => {
      const using = cmd === 'INSERT' ? '' : 'using (true)'
      const check = cmd === 'SELECT' || cmd === 'DELETE' ? '' : 'with check (true)'
      const becomes = `\nalter policy ${policy} on ${table} ${using} ${check};\n`
      const tests = ['server/db/tenancy.test.ts', 'server/db/every-wall.test.ts', 'server/matrix/walls.night.ts']
      return { name: `row-level security of ${table} (${policy})`, file, at, was: '', becomes, tests }
    })
  } finally {
    await db.close()
  }
}

/** Single critical lines; each must occur once. */
const lines: readonly { name: string; file: string; was: string; becomes: string; tests: string[] }[] = [
  {
    name: 'the privilege of a call',
    file: 'server/kernel/request/admission.ts',
    was: "if (privilege === 'any' || privilege === 'none') return true",
    becomes: 'if (privilege) return true',
    tests: ['server/kernel/request/order.test.ts'],
  },
  {
    name: 'agreements before anything else',
    file: 'server/kernel/request/admission.ts',
    was: "if (!spec.allowedWhilePending && agrees && principal.agreements_due) return 'AGREEMENT_REQUIRED'",
    becomes: '',
    tests: ['server/areas/account/agreements.test.ts'],
  },
  {
    name: 'a passkey before anything else',
    file: 'server/kernel/request/admission.ts',
    was: "if (!spec.allowedWhilePending && principal.passkey_due) return 'PASSKEY_REQUIRED'",
    becomes: '',
    tests: ['server/auth/passkey-demand.test.ts'],
  },
  {
    name: 'an account that waits or is suspended',
    file: 'server/kernel/request/admission.ts',
    was: "if (!spec.allowedWhilePending && !mayWork(principal.status)) return 'PRIVILEGE_DENIED'",
    becomes: '',
    tests: ['server/kernel/request/order.test.ts', 'server/areas/account/*.test.ts', 'server/auth/*.test.ts'],
  },
  {
    name: 'the parts of areas that a role keeps',
    file: 'server/kernel/request/admission.ts',
    was: 'if (parts.some((part) => withholds(principal.privileges, part))) return false',
    becomes: '',
    tests: ['server/kernel/request/parts.test.ts'],
  },
  {
    name: 'what is a person’s own from a key',
    file: 'server/kernel/request/admission.ts',
    was: "if (principal.channel === 'api' && scope === 'self') return false",
    becomes: '',
    tests: ['server/areas/people/apikeys/*.test.ts', 'server/matrix/matrix.night.ts'],
  },
  {
    name: 'a page of another site that asks what it may send',
    file: 'server/app.ts',
    was: "if (!isKnownOrigin(request.headers, origin)) throw new Problem('FOREIGN_ORIGIN')",
    becomes: '',
    tests: ['server/http/wire.test.ts'],
  },
  {
    name: 'the session behind a read',
    file: 'server/kernel/sql/scope.ts',
    was: 'if (results[0]?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/kernel/request/order.test.ts', 'server/kernel/request/write.test.ts'],
  },
  {
    name: 'the session behind a change',
    file: 'server/kernel/request/write.ts',
    was: 'if (results[1]?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/kernel/request/change.test.ts'],
  },
  {
    name: 'the session behind a download',
    file: 'server/kernel/list/download.ts',
    was: 'if (opened?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/kernel/request/order.test.ts', 'server/kernel/list/replica.night.ts'],
  },
  {
    name: 'once and only once',
    file: 'server/kernel/request/write.ts',
    was: 'if (clientRequestId && results[2]?.length === 0) throw new Repeated(await this.#firstAnswer())',
    becomes: '',
    tests: ['server/kernel/request/write.test.ts'],
  },
  {
    name: 'fields that are not declared',
    file: 'contract/call.ts',
    was: 'return z.strictObject({\n    filter:',
    becomes: 'return z.object({\n    filter:',
    tests: ['server/kernel/request/order.test.ts'],
  },
]

function named(root: string): Guard[] {
  return lines.map((line) => {
    const text = readFileSync(join(root, line.file), 'utf8')
    const at = text.indexOf(line.was)
    if (at < 0 || text.includes(line.was, at + 1))
      throw new Error(`${line.file}: «${line.was}» does not stand there once`)
    return { ...line, at }
  })
}

export const guardsOf = async (root: string): Promise<Guard[]> => [
  ...named(root),
  ...(await policies(root)),
  ...refusals(root),
  ...scopes(root),
]
