import { origin } from '@hilo/domain/status.ts'
import type { NativeClient } from '../http/handler.ts'
import type { Principal } from '../http/principal.ts'

/** Where what a session makes comes from: an operator's own system, or somebody with the application in his hand. */
export function originOf({ channel }: Pick<Principal, 'channel'>): number {
  return channel === 'api' ? origin.is.api : origin.is.app
}

/** With what the application was asked; null for an operator's own system. */
export function channelOf(
  { channel }: Pick<Principal, 'channel'>,
  native: NativeClient | null,
): 'web' | 'android' | 'ios' | null {
  return channel === 'api' ? null : (native?.platform ?? 'web')
}

/** Who makes a record, as its `created_by` says. */
export function authorOf(principal: Pick<Principal, 'user' | 'account_type' | 'channel'>): {
  id: number
  name: string
  account_type: string
  origin: number
} {
  const { user, account_type } = principal
  return { id: user.id, name: user.name, account_type, origin: originOf(principal) }
}
