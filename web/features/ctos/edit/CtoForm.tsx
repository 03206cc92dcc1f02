import type { Cto } from '@hilo/contract/ctos.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limitsOf } from '../../../api/limits.ts'
import { queryClient, useCall } from '../../../api/query.ts'
import { responseOf, useSend } from '../../../api/use-send.ts'
import { useRouteId } from '../../../lists/panel/RecordPage.tsx'
import { QueryState } from '../../../kit/QueryState.tsx'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Page } from '../../../kit/Page.tsx'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { AccessFields, BoxFields, LightFields, nameOf, PlaceFields } from './CtoFields.tsx'
import { atField, check, createdBox, editedBox, emptyBox, valuesOf, type CtoValues } from './cto-values.ts'

interface Written {
  values: CtoValues
  initial: CtoValues
  version: number
}

/** Creates or edits the box. */
function useSave(cto: Cto | null) {
  const made = useSend('admin_vno/ctos/create')
  const changed = useSend('admin_vno/ctos/edit')
  return async ({ values, initial, version }: Written): Promise<Cto> => {
    const sent =
      cto === null
        ? await made.send(createdBox(values))
        : await changed.send({ id: cto.id, version, ...editedBox(values, initial) })
    return responseOf<'admin_vno/ctos/create' | 'admin_vno/ctos/edit'>(sent).record
  }
}

/** Form of a new or existing box. */
function CtoForm({ known }: { known: Cto | null }) {
  // Record of the time of opening: a save by another person meanwhile is a conflict.
  const [cto] = useState(known)
  const navigate = useNavigate()
  const [initial] = useState(() => (cto ? valuesOf(cto) : emptyBox))
  const save = useSave(cto)
  const [saved, setSaved] = useState(false)
  const form = useForm({
    limits: limitsOf(cto ? 'admin_vno/ctos/edit' : 'admin_vno/ctos/create'),
    initial,
    version: cto?.version,
    check,
    keepAs: cto ? `cto.${cto.id}` : 'cto.new',
    read: (record) => valuesOf(record as Cto),
    send: async (values, version) => {
      try {
        const record = await save({ values, initial, version })
        setSaved(true)
        toast.success(text('form.saved'))
        void queryClient.invalidateQueries({ queryKey: ['admin_vno/ctos/map'] })
        await navigate({ to: '/vno/ctos/$id', params: { id: String(record.id) }, replace: true, ignoreBlocker: true })
      } catch (error) {
        throw atField(error)
      }
    },
  })
  const shown = saved ? { ...form, dirty: false } : form
  return (
    <FormPage form={shown} yes={text(cto ? 'form.save' : 'cto.new.yes')} nameOf={nameOf}>
      <BoxFields form={form} made={cto !== null} />
      <PlaceFields form={form} />
      <LightFields form={form} />
      <AccessFields form={form} />
    </FormPage>
  )
}

export function NewCtoScreen() {
  return (
    <Page title={text('cto.new')} lead={text('cto.new.lead')} narrow>
      <CtoForm known={null} />
    </Page>
  )
}

export function EditCtoScreen() {
  const answer = useCall('admin_vno/ctos/get', { id: useRouteId() })
  return (
    <QueryState answer={answer} height={640}>
      {({ records: [cto] }) =>
        cto ? (
          <Page title={text('cto.edit.title', { code: cto.label })} narrow>
            <CtoForm key={cto.id} known={cto} />
          </Page>
        ) : (
          <Page title={text('problem.NOT_FOUND')}>{null}</Page>
        )
      }
    </QueryState>
  )
}
