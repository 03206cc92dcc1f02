/** Benchmark cells: the product's requests, the baseline's ("limit") and the target. */
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { encodeCursor } from '../server/kernel/list/list-where.ts'
import { freshStep } from '../server/process/steps/step-row.ts'
import { aims } from './aims.ts'
import type { Facts } from './facts.ts'
import type { limitSql } from './limit-sql.ts'
import { jsonCall, multipartCall } from './requests.ts'
import { freshId } from './slice.ts'

export interface Cell {
  name: string
  /** Least share of the limit's requests per second; null for changes, of which the limit does a small part: no audit, no job. */
  aim: number | null
  statement: keyof typeof limitSql
  values: readonly (readonly unknown[])[]
  /** Rows in every answer. */
  rows: number
  ours: readonly string[]
  /** Not compared field by field: the limit has no tenant, so its faceplates contain all figures. */
  otherFigures?: true
  /** Repeated as the database grows. */
  grows?: true
}

const finalized = processState.is.finalizedSync
const taken = portState.is.ocupado

export function makeCells(facts: Facts, port: number): Cell[] {
  const target = { port, cookie: facts.cookies[0] ?? '' }
  const one = (path: string, query: object) => [jsonCall(target, path, query)]
  const events = { filter: { process_state: finalized }, sort: [['created_at', 'desc']] }
  const ports = { filter: { state: taken }, sort: [['label', 'asc']] }
  const { deepEvent, deepPort, vno } = facts
  const eventCursor = encodeCursor(
    [
      ['created_at', 'desc'],
      ['id', 'desc'],
    ],
    [deepEvent.created_at, deepEvent.id],
  )
  const portCursor = encodeCursor(
    [
      ['label', 'asc'],
      ['id', 'asc'],
    ],
    [deepPort.label, deepPort.id],
  )
  const ofEvents = [[vno, finalized]]
  const ofPorts = [[vno, taken]]
  const get = { events: 'admin_vno/events/get', ports: 'admin_vno/ports/get', ctos: 'admin_vno/ctos/get' }
  return [
    {
      name: 'events',
      aim: aims.page,
      statement: 'events',
      values: ofEvents,
      rows: 50,
      ours: one(get.events, events),
      grows: true,
    },
    {
      name: 'events, multipart',
      aim: aims.page,
      statement: 'events',
      values: ofEvents,
      rows: 50,
      ours: [multipartCall(target, get.events, events)],
    },
    {
      name: 'events with total',
      aim: aims.total,
      statement: 'eventsTotal',
      values: ofEvents,
      rows: 50,
      ours: one(get.events, { ...events, count: true }),
      grows: true,
    },
    {
      name: 'events, page 2,000',
      aim: aims.page,
      statement: 'eventsDeep',
      values: [[vno, finalized, deepEvent.created_at, deepEvent.id]],
      rows: 50,
      ours: one(get.events, { ...events, cursor: eventCursor }),
      grows: true,
    },
    {
      name: 'ports',
      aim: aims.page,
      statement: 'ports',
      values: ofPorts,
      rows: 50,
      ours: one(get.ports, ports),
      grows: true,
    },
    {
      name: 'ports, multipart',
      aim: aims.page,
      statement: 'ports',
      values: ofPorts,
      rows: 50,
      ours: [multipartCall(target, get.ports, ports)],
    },
    {
      name: 'ports with total',
      aim: aims.total,
      statement: 'portsTotal',
      values: ofPorts,
      rows: 50,
      ours: one(get.ports, { ...ports, count: true }),
      grows: true,
    },
    {
      name: 'ports, page 2,000',
      aim: aims.page,
      statement: 'portsDeep',
      values: [[...(ofPorts[0] ?? []), deepPort.label, deepPort.id]],
      rows: 50,
      ours: one(get.ports, { ...ports, cursor: portCursor }),
      grows: true,
    },
    {
      name: 'ports by a typed access code',
      aim: aims.page,
      statement: 'typedCode',
      rows: 50,
      grows: true,
      values: facts.typedCodes.map((range) => [...range, vno]),
      ours: facts.typedCodes.map(([typed]) => jsonCall(target, get.ports, { search: typed })),
    },
    {
      name: 'port by its whole access code',
      aim: aims.record,
      statement: 'accessCode',
      rows: 1,
      grows: true,
      values: facts.accessCodes.map((code) => [code, vno]),
      ours: facts.accessCodes.map((code) => jsonCall(target, get.ports, { search: code })),
    },
    {
      name: 'one event',
      aim: aims.record,
      statement: 'event',
      rows: 1,
      grows: true,
      values: facts.eventIds.map((id) => [id, vno]),
      ours: facts.eventIds.map((id) => jsonCall(target, get.events, { id })),
    },
    {
      name: 'one box, faceplate',
      aim: aims.record,
      statement: 'box',
      rows: 1,
      grows: true,
      otherFigures: true,
      values: facts.boxIds.map((id) => [id]),
      ours: facts.boxIds.map((id) => jsonCall(target, get.ctos, { id })),
    },
    {
      name: 'save',
      aim: null,
      statement: 'save',
      rows: 0,
      grows: true,
      values: facts.users.map((user) => [user, 'admin_vno/ctos/get', JSON.stringify(config)]),
      ours: saves(facts, port),
    },
    {
      name: 'create',
      aim: null,
      statement: 'create',
      rows: 0,
      values: facts.boxIds.map((cto) => [vno, cto, newEvent.work_kind, newEvent.steps, newEvent.created_by]),
      ours: creates(facts, port),
    },
  ]
}

const newEvent = {
  work_kind: 'alta',
  steps: JSON.stringify(mandatorySteps('alta').map(freshStep)),
  created_by: JSON.stringify({ id: 1, name: 'Nadie', account_type: 'va', origin: 2 }),
}

/** An intervention whose box is read afterwards: that work is included in the figure. */
function creates({ cookies, boxIds }: Facts, port: number): string[] {
  return boxIds.map((cto_id, index) =>
    jsonCall({ port, cookie: cookies[index % cookies.length] ?? '' }, 'admin_vno/events/create', {
      cto_id,
      work_kind: newEvent.work_kind,
      client_request_id: freshId,
    }),
  )
}

const config = {
  columns: ['code', 'type', 'process_state', 'created_at'].map((id, order) => ({
    id,
    visible: true,
    width: 160,
    order,
  })),
  density: 'compact',
  sort: [['created_at', 'desc']],
}

/** Each has its own request id, so that none is answered from the stored answers. */
function saves({ cookies }: Facts, port: number): string[] {
  return cookies.map((cookie) =>
    jsonCall({ port, cookie }, 'admin_vno/uiconfig/save', {
      list: 'admin_vno/events/get',
      config,
      client_request_id: freshId,
    }),
  )
}
