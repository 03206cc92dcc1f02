import { allows, withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { keysByPerson, takeReading } from '../../../auth/rate-limit.ts'
import { assertVersion } from '../../../kernel/list/record.ts'
import { asProcess } from '../../../kernel/sql/in-process.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import { Json, type ReadHandler, type WriteHandler } from '../../../kernel/handler.ts'
import type { Config } from '../../../config.ts'
import type { Principal } from '../../../kernel/principal.ts'
import { looksLikeSubscription, readSubscription } from '../../../net/push-subscription.ts'
import { readTarget, TargetRefused } from '../../../net/target.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import {
  deviceKey,
  endDeviceSessions,
  lockDevice,
  ownDevices,
  registerDevice,
  revokeDevice,
  takeToken,
  technicianDevices,
} from './queries.ts'

/** The operator whose technicians the session administers: null all, 0 none. */
function administered(principal: Principal, action: 'view' | 'edit'): number | null {
  const { account_type, privileges } = principal
  if (account_type === 'te' || !allows(privileges, `technician_${action}`)) return 0
  if (withholds(privileges, `technician.devices_${action === 'view' ? 'view' : 'delete'}`)) return 0
  return ownVno(principal)
}

interface Device {
  id: number
  user_id: number
  technical_id: number | null
  vno_id: number | null
  install_id: string
  version: number
  record: unknown
}

/**
 * The token to store: a browser's subscription in one form only, so that equal subscriptions are found on any device.
 * @throws Problem VALIDATION for a subscription that nothing could be sent to
 */
function tokenOf(token: string | null | undefined, platform: string, { webhookNetworks: networks }: Config) {
  if (!token || platform !== 'web' || !looksLikeSubscription(token)) return token
  const subscription = readSubscription(token)
  const code = 'push_subscription'
  const wrong = () =>
    new Problem('VALIDATION', { details: [{ field: 'push_token', code, message: `validation.${code}` }] })
  if (subscription === null) throw wrong()
  try {
    readTarget(subscription.endpoint, { networks })
  } catch (error) {
    throw error instanceof TargetRefused ? wrong() : error
  }
  return JSON.stringify(subscription)
}

/** Devices: the own ones, and those of the technicians that the session administers. */
export const devices = {
  'admin_vno/devices/get': (async ({ principal, sql }, { technical_id: technical }) => {
    const own = technical === undefined || (principal.account_type === 'te' && principal.account_id === technical)
    const records = own
      ? await sql.json(ownDevices, [principal.user.id])
      : await sql.json(technicianDevices, [technical, administered(principal, 'view')])
    if (records === null) throw new Problem('NOT_FOUND')
    return new Json(`{"records":${records},"next_cursor":null,"server_time":"${new Date().toISOString()}"}`)
  }) satisfies ReadHandler<'admin_vno/devices/get'>,

  'admin_vno/devices/register': (async ({ principal, sql, native, config, audit }, asked) => {
    const installId = asked.install_id ?? native?.installId
    if (installId === undefined) throw new Problem('VALIDATION', { details: [missingDetail('install_id')] })
    const { user, vno, account_type: type, account_id: account } = principal
    const platform = asked.platform ?? native?.platform ?? 'web'
    const token = tokenOf(asked.push_token, platform, config)
    // The phone's former user may be of another operator, hence the process's scope.
    if (token) await asProcess(sql, () => sql.rows(takeToken, [token, user.id, installId]))
    const [made] = await sql.rows<{ id: number; record: string }>(registerDevice, [
      user.id,
      vno?.id ?? null,
      type === 'te' ? account : null,
      installId,
      platform,
      asked.model ?? null,
      asked.os ?? null,
      asked.app_version ?? native?.version ?? null,
      token ?? null,
      token !== undefined,
      principal.session_id,
    ])
    if (!made) throw new Error('no device')
    audit({ entity: 'device', entityId: made.id, after: { registered: true } })
    return new Json(`{"record":${made.record}}`)
  }) satisfies WriteHandler<'admin_vno/devices/register'>,

  'admin_vno/devices/key': (async ({ principal, sql }) => {
    const retryAfter = await takeReading(sql, keysByPerson, String(principal.user.id))
    if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter })
    return { key: (await sql.json(deviceKey, [])) ?? '' }
  }) satisfies ReadHandler<'admin_vno/devices/key'>,

  'admin_vno/devices/revoke': (async ({ principal, sql, audit }, { id, version }) => {
    const [device] = await sql.rows<Device>(lockDevice, [id, principal.user.id, administered(principal, 'edit')])
    if (!device) throw new Problem('NOT_FOUND')
    await assertVersion(version, device.version, () => device.record)
    await sql.rows(endDeviceSessions, [device.user_id, device.install_id])
    const [revoked] = await sql.rows<{ record: string }>(revokeDevice, [device.id])
    audit({ entity: 'device', entityId: device.id, after: { revoked: true } })
    return new Json(`{"record":${revoked?.record ?? 'null'}}`)
  }) satisfies WriteHandler<'admin_vno/devices/revoke'>,
}
export const devicesLists = {}
