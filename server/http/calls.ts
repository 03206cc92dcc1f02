import { contract, type Contract, type Path, type PathOf } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import type { AnySource, ListSource } from '../kernel/list/list-source.ts'
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
import { uncoveredCutsCalls } from '../areas/reports/uncovered-cuts/calls.ts'
import { uncoveredCuts } from '../areas/reports/uncovered-cuts/list.ts'
import { portEdit } from '../areas/ports/edit.ts'
import { ports } from '../areas/ports/list.ts'
import { reports } from '../areas/reports/calls.ts'
import { indicators } from '../areas/reports/indicators.ts'
import { search } from '../areas/search/calls.ts'
import { sessions } from '../areas/account/sessions/calls.ts'
import { uiconfig } from '../areas/settings/uiconfig/calls.ts'
import { system, systemLists } from '../areas/system/calls.ts'
import { devices, devicesLists } from '../areas/people/devices/calls.ts'
import { roles, rolesLists } from '../areas/people/roles/calls.ts'
import { vno, vnoLists } from '../areas/people/vno/calls.ts'
import { apiKeys, apiKeysLists } from '../areas/people/apikeys/calls.ts'
import { contractors } from '../areas/people/contractors/calls.ts'
import { contractorsLists } from '../areas/people/contractors/list.ts'
import { admins, adminsLists } from '../areas/people/admins/calls.ts'
import { technicals, technicalsLists } from '../areas/people/technicals/calls.ts'
import { invitations, invitationsLists } from '../areas/people/invitations/calls.ts'
import { hairChanges, hairChangesLists } from '../areas/hair-changes/calls.ts'
import { reasons, reasonsLists } from '../areas/settings/reasons/calls.ts'
import { settings, settingsLists } from '../areas/settings/calls.ts'
import { portActions } from '../areas/ports/verify.ts'
import { ont, ontLists } from '../areas/accesses/ont/calls.ts'
import { unsubscriptions, unsubscriptionsLists } from '../areas/accesses/unsubscriptions/calls.ts'
import { feasibility, feasibilityLists } from '../areas/accesses/feasibility/calls.ts'
import { orders, ordersLists } from '../areas/orders/calls.ts'
import { notes } from '../areas/notes/calls.ts'
import { notesLists } from '../areas/notes/list.ts'
import { inventory, inventoryLists } from '../areas/loads/calls.ts'
import { drops } from '../areas/drops/calls.ts'
import { dropsLists } from '../areas/drops/list.ts'
import { neighborJobs, neighborJobsLists } from '../areas/neighbors/neighbor-jobs-calls.ts'
import { notifications, notificationsLists } from '../areas/notifications/calls.ts'
import { reportSchedules, reportSchedulesLists } from '../areas/reports/report-schedules-calls.ts'
import { historicals, historicalsLists } from '../areas/reports/historicals/calls.ts'
import { audit, auditLists } from '../areas/reports/audit/calls.ts'
import { enrollmentActions, enrollmentActionsLists } from '../areas/enrollments/enrollment-actions-calls.ts'
import { oltsLists } from '../areas/olts/list.ts'
import { sync, syncLists } from '../areas/sync/calls.ts'
import type { BlobHandler, PublicHandler, ReadHandler, UploadHandler, WriteHandler } from '../kernel/handler.ts'
import type { Route } from '../kernel/request/route.ts'

type HandlerOf<P extends Path> = Contract[P] extends { scope: 'public' }
  ? PublicHandler<P>
  : Contract[P] extends { files: object } | { asks: true }
    ? UploadHandler<P>
    : Contract[P] extends { mutates: true }
      ? WriteHandler<P>
      : ReadHandler<P>

/** Handlers of all calls except lists, by path: a missing one does not compile. */
type Handlers = { [P in PathOf<'call'>]: HandlerOf<P> } & { [P in PathOf<'blob'>]: BlobHandler<P> }
/** Sources of all lists, by path. */
type Sources = { [P in PathOf<'list'>]: ListSource<P> }

const handlers: Handlers = {
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
  ...oltsLists,
}

function routeOf(path: string, spec: AnyCall): Route {
  const handler = (handlers as Record<string, unknown>)[path]
  // A download (`…/download` or `…/downloadRegistry`) has the source of its list, `…/get`.
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
      if (!spec.mutates || spec.scope === 'public')
        throw new Error(`${path}: \`files\` or \`asks\` requires \`mutates\` and a session`)
      return { path, kind: 'upload', spec, handler: handler as never }
    }
    const kind = spec.scope === 'public' ? 'public' : spec.mutates ? 'write' : 'read'
    return { path, kind, spec, handler: handler as never }
  }
  if (!source) throw new Error(`${path}: no list answers this call`)
  return spec.kind === 'list' ? { path, kind: 'list', spec, source } : { path, kind: 'download', spec, source }
}

/**
 * The table of routes, validated at the start.
 * @throws {Error} if a call lacks its privilege, scope or handler
 */
export function routes(calls: Readonly<Record<string, AnyCall>> = contract): Map<string, Route> {
  return new Map(Object.entries(calls).map(([path, spec]) => [path, routeOf(path, spec)]))
}
