/**
 * Every `x_id` of a record comes with `x`, its code or name, so that no client needs a second request to show a row.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from './index.ts'
import { openApi } from './openapi.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Document {
  paths: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema?: Schema }> }> }>
  >
}

/** Ids without such a reference: the response's own subject, or records with neither code nor name. */
const alone = [
  /^(request|entity|actor|job|uuii|tax|external_order|install|device_install|feasibility)_id$/,
  /(^|_)file_id$/,
  /_snapshot_id$/,
]
/** The record is the port itself, or a reading of the requested record. */
const exempt = [
  'admin_vno/events/fiber/change/port_availability/get port_id',
  'admin_vno/neighbors/queryState event_id',
  'admin_vno/ont/diagnosisProgress access_id',
]
const shapes = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(shapes)]

test('every x_id of a record comes with x', () => {
  const { paths } = JSON.parse(JSON.stringify(openApi(contract, '1'))) as Document
  const bare = Object.entries(paths).flatMap(([url, methods]) =>
    Object.values(methods).flatMap(({ responses }) => {
      const answer = responses?.['200']?.content?.['application/json']?.schema
      const tops = answer ? shapes(answer) : []
      const records = tops.flatMap(({ properties }) => [properties?.['record'], properties?.['records']?.items])
      return records
        .flatMap((record) => (record ? shapes(record) : []))
        .flatMap(({ properties = {} }) =>
          Object.keys(properties).filter(
            (name) =>
              name.endsWith('_id') && !alone.some((rule) => rule.test(name)) && !(name.slice(0, -3) in properties),
          ),
        )
        .map((name) => `${url.slice('/api/v1/'.length, -'.json'.length)} ${name}`)
    }),
  )
  const faults = bare.filter((one) => !exempt.includes(one))
  assert.deepEqual(faults, [])
})
