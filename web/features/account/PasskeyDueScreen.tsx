import { Link, useSearch } from '@tanstack/react-router'
import { Press } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { useSignOut } from './use-sign-out.ts'

/** For an administrator who must register a passkey before continuing; it is created during a new sign-in. */
export function PasskeyDueScreen() {
  const { return_to_url: returnTo } = useSearch({ strict: false })
  const leave = useSignOut()
  return (
    <PublicPage
      title={text('passkey_due.title')}
      lead={text('passkey_due.lead')}
      foot={
        <>
          <Link to="/ayuda">{text('help.link')}</Link>
          <Press className={`${styles.way} no-padding`} onClick={leave}>
            {text('shell.sign_out')}
          </Press>
        </>
      }
    >
      <p>{text('passkey_due.text')}</p>
      <LinkButton
        to="/loading-oauth"
        search={{ llaves: '1', ...(typeof returnTo === 'string' && { return_to_url: returnTo }) }}
        preload={false}
        kind="main"
        size="large"
      >
        {text('passkey_due.start')}
      </LinkButton>
    </PublicPage>
  )
}
