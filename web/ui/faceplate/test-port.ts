/** An occupied port with light, of another operator, for unit tests of drawings. */
import type { FaceplatePort } from './port-look.ts'

export const testPort = (port: number, over: Partial<FaceplatePort> = {}): FaceplatePort => ({
  ...{ port, port_state: 3, own: false, state: 'online', light: 'ok' },
  ...{ rx_dbm: null, olt_rx_dbm: null, read_at: null },
  ...over,
})
