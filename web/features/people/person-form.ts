import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { text } from '../../ui/text.ts'
import { isEmail } from '@hilo/domain/email.ts'
import { phoneOf, phoneText } from '@hilo/domain/phone.ts'
import type { Person } from './person.ts'

/** Form values of a person; technician fields are empty for others. */
export type PersonValues = {
  name: string
  email: string
  tax_id: string
  phone: string
  role_id: string
  vno_id: string
  contractor_id: string
  employee_code: string
  prl_valid_until: string
  skills: readonly string[]
  zones: readonly string[]
}

export const blankPerson: PersonValues = {
  name: '',
  email: '',
  tax_id: '',
  phone: '',
  role_id: '',
  vno_id: '',
  contractor_id: '',
  employee_code: '',
  prl_valid_until: '',
  skills: [],
  zones: [],
}

export function valuesOf(person: Person): PersonValues {
  const technical =
    'zones' in person
      ? {
          contractor_id: person.contractor_id === null ? '' : String(person.contractor_id),
          employee_code: person.employee_code ?? '',
          prl_valid_until: person.prl_valid_until ?? '',
          skills: person.skills,
          zones: person.zones,
        }
      : {}
  return {
    ...blankPerson,
    name: person.name,
    email: person.email ?? '',
    tax_id: person.tax_id ?? '',
    phone: phoneText(person.phone),
    role_id: String(person.role_id),
    ...technical,
  }
}

/** Local validation errors. */
export function checkPerson({ name, email, tax_id, phone }: PersonValues, fresh: boolean) {
  return {
    ...(name.trim() === '' && { name: text('people.wrong.name') }),
    ...(fresh && !isEmail(email) && { email: text('people.wrong.email') }),
    ...(tax_id.trim() !== '' && !isTaxId(cleanTaxId(tax_id)) && { tax_id: text('people.wrong.tax_id') }),
    ...(phone.trim() !== '' && phoneOf(phone) === null && { phone: text('people.wrong.phone') }),
  }
}

const orNull = (value: string): string | null => (value.trim() === '' ? null : value.trim())

/** Common fields as call input. */
export const personInput = ({ name, tax_id, phone }: PersonValues) => ({
  name: name.trim(),
  tax_id: tax_id.trim() === '' ? null : cleanTaxId(tax_id),
  phone: phoneOf(phone),
})

/** Technician fields as call input. */
export const technicalInput = (values: PersonValues) => ({
  contractor_id: values.contractor_id === '' ? null : Number(values.contractor_id),
  employee_code: orNull(values.employee_code),
  prl_valid_until: orNull(values.prl_valid_until),
  skills: values.skills as ('fusion' | 'preconectorizada' | 'altura' | 'camara')[],
  zones: [...values.zones],
})

const names: Readonly<Record<string, string>> = {
  role_id: 'column.technicals.role.name',
  contractor_id: 'column.technicals.contractor.name',
  vno_id: 'column.technicals.vno.name',
}
/** Label of a form field. */
export const fieldText = (field: string): string => text(names[field] ?? `column.technicals.${field}`)
