import { contract, type Contract, type Path, type PathOf } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import type { ListSource } from '../db/list-source.ts'
import { account } from '../areas/account/calls.ts'
import { ctoCalls } from '../areas/ctos/calls.ts'
import { ctos } from '../areas/ctos/list.ts'
import { ctoMap } from '../areas/ctos/map.ts'
import { ctoPhoto } from '../areas/ctos/photo.ts'
import { demo } from '../areas/demo/calls.ts'
import { parts } from '../areas/enrollments/parts.ts'
import { pictures } from '../areas/enrollments/pictures.ts'
import { eventCalls } from '../areas/events/calls.ts'
import { events } from '../areas/events/list.ts'
import { files } from '../areas/files/calls.ts'
import { neighbors } from '../areas/neighbors/calls.ts'
import { verifyDischarge } from '../areas/neighbors/verify-discharge.ts'
import { unplugged } from '../areas/neighbors/list.ts'
import { uncoveredCutsCalls } from '../areas/uncovered-cuts/calls.ts'
import { uncoveredCuts } from '../areas/uncovered-cuts/list.ts'
import { portEdit } from '../areas/ports/edit.ts'
import { ports } from '../areas/ports/list.ts'
import { reports } from '../areas/reports/calls.ts'
import { indicators } from '../areas/reports/indicators.ts'
import { search } from '../areas/search/calls.ts'
import { sessions } from '../areas/sessions/calls.ts'
import { uiconfig } from '../areas/uiconfig/calls.ts'
import { system, systemLists } from '../areas/system/calls.ts'
import { devices, devicesLists } from '../areas/devices/calls.ts'
import { roles, rolesLists } from '../areas/roles/calls.ts'
import { vno, vnoLists } from '../areas/vno/calls.ts'
import { apiKeys, apiKeysLists } from '../areas/apikeys/calls.ts'
import { contractors, contractorsLists } from '../areas/contractors/calls.ts'
import { admins, adminsLists } from '../areas/admins/calls.ts'
import { technicals, technicalsLists } from '../areas/technicals/calls.ts'
import { invitations, invitationsLists } from '../areas/invitations/calls.ts'
import { hairChanges, hairChangesLists } from '../areas/hair-changes/calls.ts'
import { reasons, reasonsLists } from '../areas/reasons/calls.ts'
import { settings, settingsLists } from '../areas/settings/calls.ts'
import { portActions, portActionsLists } from '../areas/ports/port-actions-calls.ts'
import { ont, ontLists } from '../areas/ont/calls.ts'
import { unsubscriptions, unsubscriptionsLists } from '../areas/unsubscriptions/calls.ts'
import { feasibility, feasibilityLists } from '../areas/feasibility/calls.ts'
import { orders, ordersLists } from '../areas/orders/calls.ts'
import { notes, notesLists } from '../areas/notes/calls.ts'
import { inventory, inventoryLists } from '../areas/inventory/calls.ts'
import { drops, dropsLists } from '../areas/drops/calls.ts'
import { neighborJobs, neighborJobsLists } from '../areas/neighbors/neighbor-jobs-calls.ts'
import { notifications, notificationsLists } from '../areas/notifications/calls.ts'
import { reportSchedules, reportSchedulesLists } from '../areas/reports/report-schedules-calls.ts'
import { historicals, historicalsLists } from '../areas/historicals/calls.ts'
import { audit, auditLists } from '../areas/audit/calls.ts'
import { enrollmentActions, enrollmentActionsLists } from '../areas/enrollments/enrollment-actions-calls.ts'
import { sync, syncLists } from '../areas/sync/calls.ts'
import type { BlobHandler, PublicHandler, ReadHandler, UploadHandler, WriteHandler } from './handler.ts'
import type { AnySource } from './list-call.ts'

type HandlerOf<P extends Path> = Contract[P] extends { scope: 'public' }
  ? PublicHandler<P>
  : Contract[P] extends { files: object } | { asks: true }
    ? UploadHandler<P>
    : Contract[P] extends { mutates: true }
      ? WriteHandler<P>
      : ReadHandler<P>

/** Every call that is no list, by its path: one that is missing does not compile. */
type Handlers = { [P in PathOf<'call'>]: HandlerOf<P> } & { [P in PathOf<'blob'>]: BlobHandler<P> }
/** Every list, by its path. */
type Sources = { [P in PathOf<'list'>]: ListSource<P> }

export const handlers: Handlers = {
  ...account,
  ...eventCalls,
  ...uiconfig,
  ...search,
  ...sessions,
  ...files,
  ...parts,
  ...pictures,
  ...demo,
  ...reports,
  ...indicators,
  ...neighbors,
  'public/discharge/verify': verifyDischarge,
  ...uncoveredCutsCalls,
  ...system,
  ...devices,
  ...roles,
  ...vno,
  ...apiKeys,
  ...contractors,
  ...admins,
  ...technicals,
  ...invitations,
  ...hairChanges,
  ...reasons,
  ...settings,
  ...portActions,
  ...ont,
  ...unsubscriptions,
  ...feasibility,
  ...orders,
  ...notes,
  ...inventory,
  ...ctoCalls,
  ...ctoMap,
  ...ctoPhoto,
  ...portEdit,
  ...drops,
  ...neighborJobs,
  ...notifications,
  ...reportSchedules,
  ...historicals,
  ...audit,
  ...enrollmentActions,
  ...sync,
}
export const sources: Sources = {
  'admin_vno/ports/get': ports,
  'admin_vno/ctos/get': ctos,
  'admin_vno/events/get': events,
  'admin_vno/events/cev/get': unplugged,
  'admin_vno/uncovered_cuts/get': uncoveredCuts,
  ...systemLists,
  ...devicesLists,
  ...rolesLists,
  ...vnoLists,
  ...apiKeysLists,
  ...contractorsLists,
  ...adminsLists,
  ...technicalsLists,
  ...invitationsLists,
  ...hairChangesLists,
  ...reasonsLists,
  ...settingsLists,
  ...portActionsLists,
  ...ontLists,
  ...unsubscriptionsLists,
  ...feasibilityLists,
  ...ordersLists,
  ...notesLists,
  ...inventoryLists,
  ...dropsLists,
  ...neighborJobsLists,
  ...notificationsLists,
  ...reportSchedulesLists,
  ...historicalsLists,
  ...auditLists,
  ...enrollmentActionsLists,
  ...syncLists,
}

/** A call ready to be answered: its declaration with what answers it. */
export type Route =
  | { path: string; kind: 'public'; spec: AnyCall; handler: PublicHandler<never> }
  | { path: string; kind: 'read'; spec: AnyCall; handler: ReadHandler<never> }
  | { path: string; kind: 'write'; spec: AnyCall; handler: WriteHandler<never> }
  | { path: string; kind: 'upload'; spec: Extract<AnyCall, { kind: 'call' }>; handler: UploadHandler<never> }
  | { path: string; kind: 'blob'; spec: Extract<AnyCall, { kind: 'blob' }>; handler: BlobHandler<never> }
  | { path: string; kind: 'list'; spec: Extract<AnyCall, { kind: 'list' }>; source: AnySource }
  | { path: string; kind: 'download'; spec: Extract<AnyCall, { kind: 'download' }>; source: AnySource }

function routeOf(path: string, spec: AnyCall): Route {
  const handler = (handlers as Record<string, unknown>)[path]
  const source = (sources as unknown as Record<string, AnySource | undefined>)[
    path.replace(/\/download(Registry)?$/, '/get')
  ]
  if (!spec.privilege || !spec.scope) throw new Error(`${path}: the call declares no privilege or no scope`)
  if (spec.kind === 'call' || spec.kind === 'blob') {
    if (typeof handler !== 'function') throw new Error(`${path}: nothing answers this call`)
    if ((spec.privilege === 'none') !== (spec.scope === 'public'))
      throw new Error(`${path}: only a public call needs no session`)
    if (spec.kind === 'blob') return { path, kind: 'blob', spec, handler: handler as never }
    if (spec.files || spec.asks) {
      if (!spec.mutates || spec.scope === 'public') throw new Error(`${path}: two acts are a change of a session`)
      return { path, kind: 'upload', spec, handler: handler as never }
    }
    const kind = spec.scope === 'public' ? 'public' : spec.mutates ? 'write' : 'read'
    return { path, kind, spec, handler: handler as never }
  }
  if (!source) throw new Error(`${path}: no list answers this call`)
  return spec.kind === 'list' ? { path, kind: 'list', spec, source } : { path, kind: 'download', spec, source }
}

/**
 * The table of routes, checked whole at start.
 * @throws {Error} when a call lacks its privilege, its scope or what answers it
 */
export function routes(calls: Readonly<Record<string, AnyCall>> = contract): Map<string, Route> {
  return new Map(Object.entries(calls).map(([path, spec]) => [path, routeOf(path, spec)]))
}
