import { ListScreen } from '../../lists/ListScreen.tsx'
import { noticesList } from './notices.list.ts'

export function NoticesScreen() {
  return <ListScreen list={noticesList} />
}
