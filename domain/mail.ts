/** Every kind of mail that the product sends. */
export const mailKinds = [
  'invitation',
  'signup_confirm',
  'signup_waiting',
  'signup_known',
  'password_reset',
  'password_changed',
  'email_code',
  'email_known',
  'email_changed',
  'passkey_added',
  'passkey_removed',
  'recovery_used',
  'recovery_renewed',
  'notice',
  'report',
  'contact',
] as const
export type MailKind = (typeof mailKinds)[number]

export const mailStates = ['pendiente', 'enviado', 'fallido'] as const
