import { technicalSkills } from '@hilo/domain/status.ts'
import { choiceText } from '../../lists/text.ts'
import { session } from '../../api/session.ts'
import { ChoiceField, DayField, Fields, ManyField, TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { mayAskRoles, useContractors, useOperators, useRoles } from './choices.ts'
import { kinds, type Kind } from './person.ts'
import { fieldText, type PersonValues } from './person-form.ts'
import { ZonesField } from './ZonesField.tsx'

type PersonForm = Form<PersonValues>
interface PersonFieldsProps {
  form: PersonForm
  kind: Kind
  /** Operator of the person; null: the own operator, or the one chosen in the form. */
  vnoId: number | null
  /** Current role. */
  role?: { id: number; name: string }
}

/** Operator of a new person, chosen by the neutral operator. */
function OperatorChoice({ form }: { form: Form<PersonValues> }) {
  const operators = useOperators()
  if (!session.isNeutral()) return null
  return (
    <ChoiceField
      form={form}
      name="vno_id"
      label={fieldText('vno_id')}
      options={operators}
      empty={text('people.operator.choose')}
      wide
    />
  )
}

/** Common fields. */
export function PersonFields({ form, kind, vnoId, role }: PersonFieldsProps) {
  const { vno_id: chosen } = form.values
  const operator = vnoId ?? (chosen === '' ? null : Number(chosen))
  const roles = useRoles(kinds[kind].bases, operator, role)
  const fresh = role === undefined
  return (
    <Fields>
      {fresh && kind !== 'neutral' && <OperatorChoice form={form} />}
      <TextField form={form} name="name" label={fieldText('name')} autoFocus={fresh} wide />
      {fresh && (
        <TextField
          form={form}
          name="email"
          type="email"
          label={fieldText('email')}
          hint={text('people.email.hint')}
          wide
        />
      )}
      <TextField form={form} name="phone" type="tel" label={fieldText('phone')} maxLength={24} optional />
      <TextField form={form} name="tax_id" label={fieldText('tax_id')} optional />
      {(mayAskRoles() || !fresh) && (
        <ChoiceField
          form={form}
          name="role_id"
          label={fieldText('role_id')}
          options={roles}
          {...(fresh && { empty: text(kind === 'technical' ? 'people.role.technician' : 'people.role.choose') })}
          hint={text('people.role.hint')}
          wide
        />
      )}
    </Fields>
  )
}

/** Fields of technicians only. */
export function TechnicalFields({ form, vnoId }: { form: PersonForm; vnoId: number | null }) {
  const { vno_id: chosen } = form.values
  const operator = vnoId ?? (chosen === '' ? null : Number(chosen))
  const contractors = useContractors(operator, !session.isNeutral() || operator !== null)
  return (
    <Fields>
      <ChoiceField
        form={form}
        name="contractor_id"
        label={fieldText('contractor_id')}
        options={contractors}
        empty={text('people.contractor.none')}
      />
      <TextField form={form} name="employee_code" label={fieldText('employee_code')} optional />
      <DayField form={form} name="prl_valid_until" label={fieldText('prl_valid_until')} optional />
      <ManyField
        form={form}
        name="skills"
        label={fieldText('skills')}
        options={technicalSkills.map((skill) => ({ value: skill, text: choiceText('skill', skill) }))}
      />
      <ZonesField value={form.values.zones} wrong={form.wrong['zones']} onChange={(zones) => form.set({ zones })} />
    </Fields>
  )
}
