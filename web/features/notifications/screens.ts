import { listScreen } from '../../lists/list-screen.ts'

export const noticesScreens = {
  '/avisos': listScreen(() => import('./notices.list.ts'), 'noticesList'),
} as const
