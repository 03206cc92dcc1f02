import type { Notification } from '@hilo/contract/notifications.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { NoticeLink } from './NoticeLink.tsx'
import { useReadWhenSeen } from './use-notices.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'

function Body({ record: notice, refresh }: PanelProps<Notification>) {
  useReadWhenSeen(notice.id, notice.read, refresh)
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="notice_state" word={notice.read ? 'read' : 'unread'} />
      </div>
      <p>
        <Unbroken>{notice.text}</Unbroken>
      </p>
      <hr className="hl-rule" />
      <Facts
        facts={[
          { name: 'notices.at', value: formatDateTime(notice.at) },
          notice.event && { name: 'notices.event', value: <span className="code">{notice.event.code}</span> },
          notice.read_at !== null && { name: 'notices.read_at', value: formatDateTime(notice.read_at) },
        ]}
      />
    </>
  )
}

function Foot({ record: notice }: PanelProps<Notification>) {
  return <NoticeLink notice={notice} look={{ kind: 'main' }} />
}

export const noticePanel: PanelParts<Notification> = { Body, Foot }
