/** Every change that answers its record: an optional field of the input that the record has as well is kept. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { exampleOf, type Schema } from '@hilo/contract/example.ts'
import * as z from 'zod/mini'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../test/factories.ts'
import { callInputs, neutralOnly } from '../../test/inputs/index.ts'
import { startTestServer } from '../../test/harness.ts'

const schemaOf = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema

/** Fields of the record that a call answers. */
function recordFields({ output }: { output?: z.core.$ZodType }): Readonly<Record<string, Schema>> {
  const record = output ? schemaOf(output).properties?.['record'] : undefined
  return record?.properties ?? {}
}

/** Answered otherwise than sent, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'account/edit email': 'holds once the new address is proved',
  'admin_vno/ctos/edit lock': 'the example has ended',
  'admin_vno/ctos/edit conditions': 'the record says since when',
  'admin_vno/orders/create contact': 'kept answers hold no personal data',
  'admin_vno/orders/edit contact': 'kept answers hold no personal data',
  'admin_vno/hair_changes/withdraw reason': 'the record has the reason of the request',
  'admin_vno/events/step/save offline_ms': 'stored of a step that was done offline',
}

/** Optional fields of the input with a plain value, which the record has too. */
function keptFields(path: Path): [string, Schema][] {
  const spec = contract[path] as AnyCall & { output?: z.core.$ZodType }
  if (!spec.mutates || spec.kind !== 'call') return []
  const record = recordFields(spec)
  const { properties = {}, required = [] } = schemaOf(spec.input)
  return Object.entries(properties).filter(([name]) => name in record && !required.includes(name) && name !== 'version')
}
const changes = (Object.keys(contract) as Path[]).filter((path) => keptFields(path).length > 0)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** What was sent, with the parts of an object that its record shows. */
const shownOf = (sent: unknown, kept: unknown): unknown =>
  isObject(sent) && isObject(kept) && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([key]) => key in kept))
    : sent

describe('what a change is given', async () => {
  let compared = 0
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const sessions = [admin, await makeSession(server.db, await makeOperator(server.db))]
  const { inputs } = await callInputs(server, vno)

  /** The record after a change of one more field; undefined where the example is refused, as the id of no record is. */
  async function changed(path: Path, field: string, value: unknown): Promise<Record<string, unknown> | undefined> {
    const session = sessions[neutralOnly.has(path) ? 1 : 0]
    const { status, body } = await server.call(path, { ...inputs[path], [field]: value }, { session })
    return status === 200 ? (body as { record: Record<string, unknown> }).record : undefined
  }

  for (const path of changes)
    it(`${path} keeps every field that its record has`, async () => {
      const area = path.replace(/^admin_vno\//, '').split('/')[0] ?? ''
      for (const [field, schema] of keptFields(path)) {
        if (`${path} ${field}` in elsewhere) continue
        const value = exampleOf(schema, field, area)
        const record = await changed(path, field, value)
        if (record === undefined) continue
        compared++
        assert.deepEqual(shownOf(record[field], value), shownOf(value, record[field]), field)
      }
    })

  it('most of the fields were accepted and compared', () => assert.ok(compared > 60, `${compared} compared`))
})
