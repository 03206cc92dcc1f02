/** What is measured: for each cell the product's requests, the limit's and the aim. */
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { encodeCursor } from '../server/db/list-where.ts'
import { freshStep } from '../server/process/steps/step-row.ts'
import type { Facts } from './facts.ts'
import type { limitSql } from './limit-sql.ts'
import { jsonCall, multipartCall } from './requests.ts'
import { freshId } from './slice.ts'

export interface Cell {
  name: string
  /** Least share of the limit's requests per second. */
  aim: number
  statement: keyof typeof limitSql
  values: readonly (readonly unknown[])[]
  /** Rows that every answer holds. */
  rows: number
  ours: readonly string[]
  /** Not compared field by field: the limit has no operator, so a faceplate shows it figures of all of them. */
  otherFigures?: true
  /** Measured again as the database grows. */
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
      aim: 0.8,
      statement: 'events',
      values: ofEvents,
      rows: 50,
      ours: one(get.events, events),
      grows: true,
    },
    {
      name: 'events, multipart',
      aim: 0.8,
      statement: 'events',
      values: ofEvents,
      rows: 50,
      ours: [multipartCall(target, get.events, events)],
    },
    {
      name: 'events with total',
      aim: 1,
      statement: 'eventsTotal',
      values: ofEvents,
      rows: 50,
      ours: one(get.events, { ...events, count: true }),
      grows: true,
    },
    {
      name: 'events, page 2,000',
      aim: 0.8,
      statement: 'eventsDeep',
      values: [[vno, finalized, deepEvent.created_at, deepEvent.id]],
      rows: 50,
      ours: one(get.events, { ...events, cursor: eventCursor }),
      grows: true,
    },
    {
      name: 'ports',
      aim: 0.8,
      statement: 'ports',
      values: ofPorts,
      rows: 50,
      ours: one(get.ports, ports),
      grows: true,
    },
    {
      name: 'ports, multipart',
      aim: 0.8,
      statement: 'ports',
      values: ofPorts,
      rows: 50,
      ours: [multipartCall(target, get.ports, ports)],
    },
    {
      name: 'ports with total',
      aim: 1,
      statement: 'portsTotal',
      values: ofPorts,
      rows: 50,
      ours: one(get.ports, { ...ports, count: true }),
      grows: true,
    },
    {
      name: 'ports, page 2,000',
      aim: 0.8,
      statement: 'portsDeep',
      values: [[...(ofPorts[0] ?? []), deepPort.label, deepPort.id]],
      rows: 50,
      ours: one(get.ports, { ...ports, cursor: portCursor }),
      grows: true,
    },
    {
      name: 'ports by a typed access code',
      aim: 0.8,
      statement: 'typedCode',
      rows: 50,
      grows: true,
      values: facts.typedCodes.map((range) => [...range, vno]),
      ours: facts.typedCodes.map(([typed]) => jsonCall(target, get.ports, { search: typed })),
    },
    {
      name: 'port by its whole access code',
      aim: 0.6,
      statement: 'accessCode',
      rows: 1,
      grows: true,
      values: facts.accessCodes.map((code) => [code, vno]),
      ours: facts.accessCodes.map((code) => jsonCall(target, get.ports, { search: code })),
    },
    {
      name: 'one event',
      aim: 0.6,
      statement: 'event',
      rows: 1,
      grows: true,
      values: facts.eventIds.map((id) => [id, vno]),
      ours: facts.eventIds.map((id) => jsonCall(target, get.events, { id })),
    },
    {
      name: 'one box, faceplate',
      aim: 0.6,
      statement: 'box',
      rows: 1,
      grows: true,
      otherFigures: true,
      values: facts.boxIds.map((id) => [id]),
      ours: facts.boxIds.map((id) => jsonCall(target, get.ctos, { id })),
    },
    {
      name: 'save',
      aim: 0.6,
      statement: 'save',
      rows: 0,
      grows: true,
      values: facts.users.map((user) => [user, 'admin_vno/ctos/get', JSON.stringify(config)]),
      ours: saves(facts, port),
    },
    {
      name: 'create',
      aim: 0.6,
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

/** An intervention of nobody in particular, which its box's OLT is asked for afterwards: that work is part of the figure. */
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

/** Each is sent with a request id of its own, so that none is answered from what is remembered. */
function saves({ cookies }: Facts, port: number): string[] {
  return cookies.map((cookie) =>
    jsonCall({ port, cookie }, 'admin_vno/uiconfig/save', {
      list: 'admin_vno/events/get',
      config,
      client_request_id: freshId,
    }),
  )
}
