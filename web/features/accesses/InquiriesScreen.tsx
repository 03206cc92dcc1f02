import { ListScreen } from '../../lists/ListScreen.tsx'
import { inquiriesList } from './inquiries.list.ts'

export function InquiriesScreen() {
  return <ListScreen list={inquiriesList} />
}
