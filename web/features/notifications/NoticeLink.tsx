import type { Notification } from '@hilo/contract/notifications.ts'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { Look } from '../../kit/look.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

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
  look: Look
  onGo?: () => void
}

type Subject = NonNullable<Notification['link']>

const routes: Readonly<Record<Subject['entity'], string | null>> = {
  event: '/vno/intervenciones/',
  case: '/vno/vecinos/desconectados?vista=todos&abierto=',
  hair_change: '/vno/cambios-pelo/',
  enrollment: '/vno/matriculaciones/',
  admin: '/vno/administradores/',
  technical: '/vno/tecnicos/',
  order: '/vno/ordenes/',
  file: null,
  cto: '/vno/ctos/',
  contact: '/vno/soporte?peticion=',
}

/** Path of a notice's subject; null if it is a file, or if there is none. */
function noticeRoute({ link }: Pick<Notification, 'link'>): string | null {
  const route = link && routes[link.entity]
  return route ? `${route}${link.id}` : null
}

/** Opens the subject of a notice, or downloads its file. */
export function NoticeLink({ notice, look, onGo }: NoticeLinkProps) {
  const route = noticeRoute(notice)
  const { link } = notice
  if (route !== null)
    return (
      <LinkButton {...look} to={route} onClick={onGo}>
        {text(`notices.open.${link?.entity ?? 'event'}`)}
      </LinkButton>
    )
  if (link?.entity !== 'file') return null
  return (
    <Button {...look} onClick={() => void download(link.id, notice.title)}>
      {text('notices.open.file')}
    </Button>
  )
}
