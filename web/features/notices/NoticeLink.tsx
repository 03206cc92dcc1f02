import type { Notification } from '@hilo/contract/notifications.ts'
import { Link } from '@tanstack/react-router'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { noticeRoute } from './notice-link.ts'

async function download(id: number, name: string): Promise<void> {
  try {
    const response = await send('files/download', { file_id: id, disposition: 'attachment' })
    saveFile(await response.blob(), fileName(response, name))
  } catch (error) {
    toast.error(problemText(error))
  }
}

interface NoticeLinkProps {
  notice: Pick<Notification, 'link' | 'title'>
  className: string
  onGo?: () => void
}

/** Goes to what a notice is about, or saves its file. */
export function NoticeLink({ notice, className, onGo }: NoticeLinkProps) {
  const route = noticeRoute(notice)
  const { link } = notice
  if (route !== null)
    return (
      <Link className={className} to={route} onClick={onGo}>
        {text(`notices.open.${link?.entity ?? 'event'}`)}
      </Link>
    )
  if (link?.entity !== 'file') return null
  return (
    <button type="button" className={className} onClick={() => void download(link.id, notice.title)}>
      {text('notices.open.file')}
    </button>
  )
}
