import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { text } from '../../ui/text.ts'
import { Mark } from '../../ui/Mark.tsx'
import styles from './waiting.module.css'

interface WaitingProps {
  waiting: string
  /** Error message; null while waiting. */
  problem: string | null
  retry: () => void
  retryText?: string
  /** More ways out. */
  children?: ReactNode
}

/** Intermediate sign-in screen: progress, or an error with two ways out. */
export function Waiting({ waiting, problem, retry, retryText = text('app.retry'), children }: WaitingProps) {
  if (problem !== null) {
    return (
      <Message title={text('login.failed')} sentence={problem} tone="danger">
        <Button kind="main" size="large" onClick={retry}>
          {retryText}
        </Button>
        {children}
        <LinkButton size="large" to="/login">
          {text('login.back')}
        </LinkButton>
        <LinkButton size="large" to="/ayuda">
          {text('help.link')}
        </LinkButton>
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
