import { isEmail } from '@hilo/domain/email.ts'
import { cleanPhone, phoneOf } from '@hilo/domain/phone.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { text } from '../../ui/text.ts'

/** Personal data as form values. */
interface PersonValues {
  name: string
  email: string
  tax_id: string
  phone: string
}

export const checkEmail = (email: string): { email?: string } =>
  isEmail(email) ? {} : { email: text('account.check.email') }

/** Local validation errors by field. */
export function checkPerson({ name, email, tax_id, phone }: PersonValues) {
  return {
    ...(name.trim() === '' && { name: text('account.check.name') }),
    ...checkEmail(email),
    ...(tax_id.trim() !== '' && !isTaxId(cleanTaxId(tax_id)) && { tax_id: text('account.check.tax_id') }),
    ...(phone.trim() !== '' && phoneOf(phone) === null && { phone: text('account.check.phone') }),
  }
}

/** Form values as call input: empty texts become null. */
export function personQuery({ name, email, tax_id, phone }: PersonValues) {
  return {
    name: name.trim(),
    email: email.trim().toLowerCase(),
    tax_id: tax_id.trim() === '' ? null : cleanTaxId(tax_id),
    phone: phone.trim() === '' ? null : cleanPhone(phone),
  }
}
