import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Message } from './Message.tsx'
import { text } from './text.ts'

/** In the place of a record that is not there: a way to the list it would be in, which its address begins with. */
export function Missing() {
  const { pathname } = useLocation()
  const { routesByPath } = useRouter()
  const list = pathname.split('/').slice(0, 3).join('/')
  const area = pathname.split('/').slice(0, 2).join('/')
  return (
    <Message whole={false} title={text('problem.NOT_FOUND')} sentence={text('app.not_found.text')}>
      {list !== pathname && list in routesByPath && (
        <Link className="button" data-main to={list}>
          {text('app.to_list')}
        </Link>
      )}
      <Link className="button" to={area}>
        {text('app.to_start')}
      </Link>
    </Message>
  )
}
