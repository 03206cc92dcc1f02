import type { RecordOf } from '@hilo/contract/index.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './people.module.css'

type Message = RecordOf<'admin_vno/mail/get'>

/** The link of a message without its full stop. */
const linkOf = ({ body }: Message): string | undefined => /https?:\/\/[^\s<>"]+[^\s<>".,;)]/.exec(body ?? '')?.[0]

function Body({ record: message }: PanelProps<Message>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="mail_state" word={message.state} />
        {choiceText('mail_kind', message.kind)}
      </div>
      {message.body === null ? (
        <p className={styles.note}>{text('mail.gone')}</p>
      ) : (
        <p className={styles.letter}>{message.body.trim()}</p>
      )}
      <Facts
        facts={[
          { name: 'column.mail.recipient', value: message.recipient },
          { name: 'column.mail.created_at', value: formatDateTime(message.created_at) },
          message.sent_at !== null && { name: 'column.mail.sent_at', value: formatDateTime(message.sent_at) },
          message.attempts > 0 && { name: 'column.mail.attempts', value: String(message.attempts) },
          { name: 'column.mail.error', value: message.error },
        ]}
      />
    </>
  )
}

/** Whoever opened the link himself would answer it in another's name: it is copied, to be handed over. */
function Foot({ record: message }: PanelProps<Message>) {
  const link = linkOf(message)
  if (link === undefined) return null
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => toast.success(text('mail.copied')),
      () => toast.error(text('list.copyFailed')),
    )
  return (
    <button type="button" className="hl-button hl-main-button" onClick={copy}>
      {text('mail.copy')}
    </button>
  )
}

export const mailPanel: PanelParts<Message> = { Body, Foot }
