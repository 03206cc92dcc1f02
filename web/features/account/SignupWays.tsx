import { Link } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'

/** Links to the other entry screens. */
export const SignupWays = () => (
  <>
    <Link to="/login">{text('signup.have_account')}</Link>
    <Link to="/ayuda">{text('help.link')}</Link>
  </>
)
