/** Every place where the server refuses for the sake of somebody's rights or work, found in its own source. */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startTestDatabase } from '../test/database.ts'

export interface Guard {
  /** What is taken away. */
  name: string
  file: string
  /** Exact text, at a place of the file. */
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
/** What every call goes through. */
const kernelTests = [
  'server/http/order.test.ts',
  'server/http/write.test.ts',
  'server/http/change.test.ts',
  'server/http/security.test.ts',
  'server/http/wire.test.ts',
  'server/auth/*.test.ts',
]

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|wide|soak)\.ts$/.test(name))
}

/** Areas and files that are tested with what they belong to. */
const elsewhere: Readonly<Record<string, string[]>> = {
  'server/areas/ctos': ['server/areas/inventory/*.test.ts'],
  'server/areas/files': ['server/http/files.test.ts'],
  'server/areas/neighbors': ['server/process/ending/requests-to-end.test.ts'],
  'server/auth': ['server/areas/account/*.test.ts', 'server/areas/system/*.test.ts'],
  'server/http/caller.ts': ['server/areas/apikeys/*.test.ts'],
  'server/plant': ['server/plant/*.test.ts', 'server/areas/ctos/*.test.ts', 'server/areas/inventory/*.test.ts'],
  'server/process/enrolment/enrollment-file.ts': ['server/areas/enrollments/*.test.ts'],
  'server/process/enrolment/enrollment-place.ts': ['server/areas/enrollments/*.test.ts'],
  'server/process/network': ['server/areas/inventory/*.test.ts', 'server/areas/ports/*.test.ts'],
  'server/db/record.ts': ['server/areas/contractors/*.test.ts'],
  'server/db/role-editors.ts': ['server/areas/roles/*.test.ts', 'server/areas/admins/*.test.ts'],
  'server/people': [
    'server/areas/admins/*.test.ts',
    'server/areas/technicals/*.test.ts',
    'server/areas/invitations/*.test.ts',
    'server/areas/account/*.test.ts',
  ],
  'server/http/stream.ts': ['server/http/stream.test.ts', 'server/areas/account/agreements.test.ts'],
}

function testsOf(file: string): string[] {
  const folder = dirname(file)
  const more = elsewhere[file] ?? elsewhere[folder] ?? []
  const matrix = 'server/matrix/matrix.test.ts'
  // Parts of areas are asked for wherever what is asked decides which, and tested in one place.
  const everywhere = ['server/http/parts.test.ts', matrix]
  if (folder.startsWith('server/areas')) return [`${folder}/*.test.ts`, ...more, ...everywhere]
  if (folder.startsWith('server/process')) return [...more, `${folder}/*.test.ts`, 'server/areas/events/*.test.ts']
  return [...more, ...kernelTests, matrix]
}

const folders = ['areas', 'auth', 'db', 'http', 'people', 'plant', 'process'].map((name) => `server/${name}`)

/** A refusal that is thought of and not made. */
function refusals(root: string): Guard[] {
  return folders.flatMap((folder) =>
    sources(root, folder).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(refusal)].map((found): Guard => {
        const line = text.slice(0, found.index).split('\n').length
        const [was, code = ''] = found
        const tests = testsOf(file)
        return {
          name: `${code} (${file}:${line})`,
          file,
          at: found.index,
          was,
          becomes: was.replace('throw', 'void'),
          tests,
        }
      })
    }),
  )
}

/** Whose rows a statement or a list keeps to, as it is written everywhere, and what lets everybody's through. */
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

/** A statement of an area, or a list, that forgets whose rows it is about: said by what asks without the database's walls. */
function scopes(root: string): Guard[] {
  const everywhere = ['server/db/statements.test.ts', 'server/db/predicates.test.ts', 'server/matrix/bare.wide.ts']
  const files = [...sources(root, 'server/areas'), 'server/process/event-row.ts', 'server/process/order-row.ts']
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const tests = [...everywhere, `${dirname(file)}/*.test.ts`]
    return predicates.flatMap(({ whose, text: form, becomes }) =>
      [...text.matchAll(form)].flatMap(({ 0: was, index: at }): Guard[] => {
        const lines = text.slice(0, at).split('\n')
        // What only narrows a search: what it finds is another operator's row no more than the list shows one.
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

/** A wall of the database that lets everybody through: said at the end of the last migration. */
async function policies(root: string): Promise<Guard[]> {
  const folder = 'server/db/migrations'
  const last = readdirSync(join(root, folder)).sort().at(-1) ?? ''
  const file = join(folder, last)
  const at = readFileSync(join(root, file), 'utf8').length
  const db = await startTestDatabase()
  try {
    const { rows } = await db.owner.query<{ table: string; policy: string; cmd: string }>(policyNames)
    return rows.map(({ table, policy, cmd }) => {
      const using = cmd === 'INSERT' ? '' : 'using (true)'
      const check = cmd === 'SELECT' || cmd === 'DELETE' ? '' : 'with check (true)'
      const becomes = `\nalter policy ${policy} on ${table} ${using} ${check};\n`
      const tests = ['server/db/tenancy.test.ts', 'server/db/every-wall.test.ts', 'server/matrix/walls.test.ts']
      return { name: `row-level security of ${table} (${policy})`, file, at, was: '', becomes, tests }
    })
  } finally {
    await db.close()
  }
}

/** Single lines on which everything stands; each must occur once. */
const lines: readonly { name: string; file: string; was: string; becomes: string; tests: string[] }[] = [
  {
    name: 'the privilege of a call',
    file: 'server/http/admission.ts',
    was: "if (privilege === 'any' || privilege === 'none') return true",
    becomes: 'if (privilege) return true',
    tests: ['server/http/order.test.ts'],
  },
  {
    name: 'agreements before anything else',
    file: 'server/http/admission.ts',
    was: "if (!spec.waiting && agrees && principal.agreements_due) return 'AGREEMENT_REQUIRED'",
    becomes: '',
    tests: ['server/areas/account/agreements.test.ts'],
  },
  {
    name: 'a passkey before anything else',
    file: 'server/http/admission.ts',
    was: "if (!spec.waiting && principal.passkey_due) return 'PASSKEY_REQUIRED'",
    becomes: '',
    tests: ['server/auth/passkey-demand.test.ts'],
  },
  {
    name: 'an account that waits or is suspended',
    file: 'server/http/admission.ts',
    was: "if (!spec.waiting && !mayWork(principal.status)) return 'PRIVILEGE_DENIED'",
    becomes: '',
    tests: ['server/http/order.test.ts', 'server/areas/account/*.test.ts', 'server/auth/*.test.ts'],
  },
  {
    name: 'the parts of areas that a role keeps',
    file: 'server/http/admission.ts',
    was: 'if (parts.some((part) => withholds(principal.privileges, part))) return false',
    becomes: '',
    tests: ['server/http/parts.test.ts'],
  },
  {
    name: 'what is a person’s own from a key',
    file: 'server/http/admission.ts',
    was: "if (principal.channel === 'api' && scope === 'self') return false",
    becomes: '',
    tests: ['server/areas/apikeys/*.test.ts', 'server/matrix/matrix.test.ts'],
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
    file: 'server/db/scope.ts',
    was: 'if (results[0]?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/http/order.test.ts', 'server/http/write.test.ts'],
  },
  {
    name: 'the session behind a change',
    file: 'server/http/write.ts',
    was: 'if (results[1]?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/http/change.test.ts'],
  },
  {
    name: 'the session behind a download',
    file: 'server/http/download.ts',
    was: 'if (opened?.[0]?.[0] !== principal.stamp) throw new StaleSession()',
    becomes: '',
    tests: ['server/http/order.test.ts', 'server/http/replica.test.ts'],
  },
  {
    name: 'once and only once',
    file: 'server/http/write.ts',
    was: 'if (clientRequestId && results[2]?.length === 0) throw new Repeated(await this.#firstAnswer())',
    becomes: '',
    tests: ['server/http/write.test.ts'],
  },
  {
    name: 'fields that are not declared',
    file: 'contract/call.ts',
    was: 'return z.strictObject({\n    filter:',
    becomes: 'return z.object({\n    filter:',
    tests: ['server/http/order.test.ts'],
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
