import { isOperational, noticeKinds } from '@hilo/domain/notice.ts'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import styles from './notices.module.css'

/** Subscribed kinds of notices, also for the operator's webhook. */
export function Kinds() {
  return (
    <Card title={text('notices.kinds')} bare>
      <table className={`table small ${styles.kinds}`}>
        <thead>
          <tr>
            <th scope="col">{text('notices.kind')}</th>
            <th scope="col">{text('notices.kind.systems')}</th>
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{text(`notice.title.${kind}`)}</th>
              <td>{text(isOperational(kind) ? 'form.yes' : 'form.no')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
