import type { Output } from '@hilo/contract/index.ts'

/** Record types of the account's calls. */
export type Person = Output<'account/get'>['record']
export type Agreement = Output<'agreements/get'>['records'][number]
export type Invitation = Output<'account/invitation/get'>['record']
