import { AnchorButton } from '../kit/LinkButton.tsx'
import { Message } from '../ui/Message.tsx'
import { text } from '../ui/text.ts'

export function NotFoundScreen() {
  return (
    <Message title={text('app.not_found.title')} sentence={text('app.not_found.text')}>
      <AnchorButton kind="main" size="large" href="/">
        {text('app.to_start')}
      </AnchorButton>
    </Message>
  )
}
