import { useLocation, useRouter } from '@tanstack/react-router'
import { LinkButton } from '../kit/LinkButton.tsx'
import { Message } from './Message.tsx'
import { text } from './text.ts'

/** Shown instead of a record that was not found: links to the list that the URL begins with. */
export function RecordNotFound() {
  const { pathname } = useLocation()
  const { routesByPath } = useRouter()
  const list = pathname.split('/').slice(0, 3).join('/')
  const area = pathname.split('/').slice(0, 2).join('/')
  return (
    <Message whole={false} title={text('problem.NOT_FOUND')} sentence={text('app.not_found.text')}>
      {list !== pathname && list in routesByPath && (
        <LinkButton kind="main" size="large" to={list}>
          {text('app.to_list')}
        </LinkButton>
      )}
      <LinkButton size="large" to={area}>
        {text('app.to_start')}
      </LinkButton>
    </Message>
  )
}
