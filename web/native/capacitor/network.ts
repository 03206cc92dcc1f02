import { Network } from './plugins.ts'

/** Reports the network state now and on every change. */
export async function follow(tell: (connected: boolean) => void): Promise<void> {
  await Network.addListener('networkStatusChange', ({ connected }) => tell(connected))
  tell((await Network.getStatus()).connected)
}
