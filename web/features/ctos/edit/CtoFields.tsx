import { condition, connectionType, ctoTypes } from '@hilo/domain/status.ts'
import { choiceText, columnText } from '../../../lists/text.ts'
import { ChoiceField, Fields, ManyField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { Card } from '../../../kit/Page.tsx'
import { text } from '../../../ui/text.ts'
import { sizes, type CtoValues } from './cto-values.ts'

interface PartProps {
  form: Form<CtoValues>
}
const boxConditions = condition.all.filter(({ value }) => value >= 996)
const own: Readonly<Record<string, string>> = {
  label: 'column.ctos.label',
  type: 'column.ctos.type',
  connection_type: 'column.ctos.connection_type',
  access_notes: 'column.ctos.access_notes',
  code: 'column.ctos.code',
}
/** Label of a field, in the form and in the conflict view. */
export const nameOf = (field: string): string => (own[field] ? text(own[field]) : text(`cto.field.${field}`))

const example = (value: string) => text('field.example', { example: value })

/** Identity and model. */
export function BoxFields({ form, made }: PartProps & { made: boolean }) {
  const types = ctoTypes.map((value) => ({ value, text: choiceText('type', value) }))
  const connections = connectionType.all.map(({ value, label }) => ({ value: String(value), text: text(label) }))
  return (
    <Card title={text('cto.edit.box')}>
      <Fields>
        <TextField
          form={form}
          name="code"
          label={columnText('ctos', 'code')}
          disabled={made}
          maxLength={48}
          hint={made ? text('cto.edit.codeStays') : example('28079-VAL01-0312-07')}
          autoFocus={!made}
        />
        <TextField
          form={form}
          name="label"
          label={nameOf('label')}
          maxLength={48}
          optional={!made}
          hint={text('cto.edit.labelHint')}
        />
        <ChoiceField form={form} name="type" label={nameOf('type')} options={types} />
        <ChoiceField
          form={form}
          name="ports_total"
          label={nameOf('ports_total')}
          options={sizes.map((size) => ({ value: String(size), text: text('faceplate.ports', { count: size }) }))}
        />
        <ChoiceField form={form} name="connection_type" label={nameOf('connection_type')} options={connections} />
        <TextField form={form} name="model" label={nameOf('model')} optional />
      </Fields>
      <SwitchField
        form={form}
        name="installed"
        label={text('cto.field.installed')}
        hint={text('cto.edit.installedHint')}
      />
    </Card>
  )
}

/** Location. */
export function PlaceFields({ form }: PartProps) {
  const field = (
    name: 'street' | 'number' | 'floor' | 'stair' | 'postal_code' | 'municipality' | 'ine_code' | 'province',
  ) => ({
    form,
    name,
    label: nameOf(name),
  })
  return (
    <Card title={text('cto.edit.place')}>
      <Fields>
        <TextField {...field('street')} />
        <TextField {...field('number')} optional />
        <TextField {...field('floor')} optional />
        <TextField {...field('stair')} optional />
        <TextField {...field('postal_code')} maxLength={5} />
        <TextField {...field('municipality')} />
        <TextField {...field('ine_code')} maxLength={5} hint={text('cto.edit.ineHint')} />
        <TextField {...field('province')} />
        <TextField form={form} name="lat" label={nameOf('lat')} unit="°" hint={example('40,4151000')} />
        <TextField form={form} name="lon" label={nameOf('lon')} unit="°" hint={example('−3,7042000')} />
      </Fields>
    </Card>
  )
}

/** Optical source. */
export function LightFields({ form }: PartProps) {
  return (
    <Card title={text('cto.edit.light')}>
      <Fields>
        <TextField
          form={form}
          name="pon_code"
          label={nameOf('pon_code')}
          maxLength={48}
          hint={example('VAL01-OLT02/1/7/3')}
        />
        <TextField form={form} name="splitter1_code" label={nameOf('splitter1_code')} maxLength={48} />
        <TextField form={form} name="feeder_m" label={nameOf('feeder_m')} unit="m" />
        <TextField form={form} name="ratio" label={nameOf('ratio')} hint={example('1:16')} optional />
      </Fields>
    </Card>
  )
}

/** Access and conditions. */
export function AccessFields({ form }: PartProps) {
  return (
    <Card title={text('cto.edit.access')}>
      <Fields>
        <TextField form={form} name="height_m" label={nameOf('height_m')} unit="m" optional />
        <TextField form={form} name="access_notes" label={nameOf('access_notes')} rows={2} optional wide />
      </Fields>
      <SwitchField form={form} name="key_needed" label={text('cto.field.key_needed')} />
      <ManyField
        form={form}
        name="conditions"
        label={nameOf('conditions')}
        options={boxConditions.map(({ value, label }) => ({ value: String(value), text: text(label) }))}
      />
    </Card>
  )
}
