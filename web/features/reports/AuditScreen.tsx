import { ListScreen } from '../../lists/ListScreen.tsx'
import { auditList } from './audit.list.ts'

export function AuditScreen() {
  return <ListScreen list={auditList} />
}
