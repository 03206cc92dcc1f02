import type { ImpactStyle, NotificationType } from '@capacitor/haptics'
import type { Feel } from '../haptics.ts'
import { Haptics } from './plugins.ts'

const rest = 120
const acts: Record<Feel, () => Promise<unknown>> = {
  tap: () => Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }),
  success: () => Haptics.notification({ type: 'SUCCESS' as NotificationType.Success }),
  warning: () => Haptics.notification({ type: 'WARNING' as NotificationType.Warning }),
  async alarm() {
    for (const duration of [250, 250, 500]) {
      await Haptics.vibrate({ duration })
      await new Promise((next) => setTimeout(next, duration + rest))
    }
  },
}

export const shake = (what: Feel): Promise<unknown> => acts[what]()
