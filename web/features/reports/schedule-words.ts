import { formatTime } from '../../ui/format.ts'

/** "7:00 a. m." */
export const hourText = (hour: number): string => formatTime(new Date(2026, 0, 1, hour))
