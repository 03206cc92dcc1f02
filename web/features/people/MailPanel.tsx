import type { RecordOf } from '@hilo/contract/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import styles from './people.module.css'

type Message = RecordOf<'admin_vno/mail/get'>

/** Link of a message, without the full stop after it. */
const linkOf = ({ body }: Message): string | undefined => /https?:\/\/[^\s<>"]+[^\s<>".,;)]/.exec(body ?? '')?.[0]

function Body({ record: message }: PanelProps<Message>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="mail_state" word={message.state} />
        {choiceText('mail_kind', message.kind)}
      </div>
      {message.body === null ? (
        <p className="small ink-2">{text('mail.gone')}</p>
      ) : (
        <p className={`${styles.letter} anywhere`}>{message.body.trim()}</p>
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

/** The link is copied, not opened: opening it here would accept it in the recipient's name. */
function Foot({ record: message }: PanelProps<Message>) {
  const link = linkOf(message)
  if (link === undefined) return null
  const copy = () => copyText(link, text('mail.copied'))
  return (
    <Button kind="main" onClick={copy}>
      {text('mail.copy')}
    </Button>
  )
}

export const mailPanel: PanelParts<Message> = { Body, Foot }
