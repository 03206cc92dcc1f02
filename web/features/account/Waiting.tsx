import { Link } from '@tanstack/react-router'
import { Message } from '../../ui/Message.tsx'
import { text } from '../../ui/text.ts'
import { Mark } from '../../ui/Mark.tsx'
import styles from './waiting.module.css'

interface WaitingProps {
  waiting: string
  /** Sentence that ends the waiting, or null while it lasts. */
  problem: string | null
  retry: () => void
}

/** A moment on the way in: what is going on, or what went wrong and the two ways out. */
export function Waiting({ waiting, problem, retry }: WaitingProps) {
  if (problem !== null) {
    return (
      <Message title={text('login.failed')} sentence={problem} tone="danger">
        <button className="button" data-main type="button" onClick={retry}>
          {text('app.retry')}
        </button>
        <Link className="button" to="/login">
          {text('login.back')}
        </Link>
        <Link className="button" to="/ayuda">
          {text('help.link')}
        </Link>
      </Message>
    )
  }
  return (
    <main className={styles.screen} id="contenido">
      <div className={styles.mark}>
        <Mark size={56} />
      </div>
      <h1 className={styles.text} aria-live="polite">
        {waiting}
      </h1>
    </main>
  )
}
