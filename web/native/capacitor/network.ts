import { Network } from './plugins.ts'

/** Tells the state of the network now and whenever it changes. */
export async function follow(tell: (connected: boolean) => void): Promise<void> {
  await Network.addListener('networkStatusChange', ({ connected }) => tell(connected))
  tell((await Network.getStatus()).connected)
}
