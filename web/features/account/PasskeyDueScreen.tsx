import { Link, useSearch } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { useSignOut } from './use-sign-out.ts'

/** For an administrator who may do nothing until he has a passkey: it is made while signing in again. */
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
          <button type="button" className={styles.way} onClick={leave}>
            {text('shell.sign_out')}
          </button>
        </>
      }
    >
      <p>{text('passkey_due.text')}</p>
      <Link
        to="/loading-oauth"
        search={{ llaves: '1', ...(typeof returnTo === 'string' && { return_to_url: returnTo }) }}
        preload={false}
        className="button"
        data-main
      >
        {text('passkey_due.start')}
      </Link>
    </PublicPage>
  )
}
