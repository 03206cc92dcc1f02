import type { ImpactStyle, NotificationType } from '@capacitor/haptics'
import type { Vibration } from '../device-types.ts'
import { Haptics } from './plugins.ts'

const acts: Record<Vibration, () => Promise<unknown>> = {
  tap: () => Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }),
  success: () => Haptics.notification({ type: 'SUCCESS' as NotificationType.Success }),
  warning: () => Haptics.notification({ type: 'WARNING' as NotificationType.Warning }),
  alarm: () => Haptics.vibrate({ duration: 500 }),
}

export const shake = (what: Vibration): Promise<unknown> => acts[what]()
