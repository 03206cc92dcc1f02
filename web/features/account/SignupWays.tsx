import { Link } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'

/** Where somebody goes who is not here to sign up. */
export const SignupWays = () => (
  <>
    <Link to="/login">{text('signup.have_account')}</Link>
    <Link to="/ayuda">{text('help.link')}</Link>
  </>
)
