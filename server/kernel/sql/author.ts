import type { Platform } from '@hilo/domain/device.ts'
import { origin } from '@hilo/domain/status.ts'
import type { NativeClient } from '../handler.ts'
import type { Principal } from '../principal.ts'

/** Origin of a record: API key, or a person in the application. */
export function originOf({ channel }: Pick<Principal, 'channel'>): number {
  return channel === 'api' ? origin.is.api : origin.is.app
}

/** Channel of the application; null for an API key. */
export function channelOf({ channel }: Pick<Principal, 'channel'>, native: NativeClient | null): Platform | null {
  return channel === 'api' ? null : (native?.platform ?? 'web')
}

/** Author of a record for `created_by`. */
export function authorOf(principal: Pick<Principal, 'user' | 'account_type' | 'channel'>): {
  id: number
  name: string
  account_type: string
  origin: number
} {
  const { user, account_type } = principal
  return { id: user.id, name: user.name, account_type, origin: originOf(principal) }
}
