import { Message } from '../ui/Message.tsx'
import { text } from '../ui/text.ts'

export function NotFoundScreen() {
  return (
    <Message title={text('app.not_found.title')} sentence={text('app.not_found.text')}>
      <a className="button" data-main href="/">
        {text('app.to_start')}
      </a>
    </Message>
  )
}
