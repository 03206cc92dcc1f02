import type { ImpactStyle, NotificationType } from '@capacitor/haptics'
import type { Feel } from '../haptics.ts'
import { Haptics } from './plugins.ts'

const acts: Record<Feel, () => Promise<unknown>> = {
  tap: () => Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }),
  success: () => Haptics.notification({ type: 'SUCCESS' as NotificationType.Success }),
  warning: () => Haptics.notification({ type: 'WARNING' as NotificationType.Warning }),
  alarm: () => Haptics.vibrate({ duration: 500 }),
}

export const shake = (what: Feel): Promise<unknown> => acts[what]()
