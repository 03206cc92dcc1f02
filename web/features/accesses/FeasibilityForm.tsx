import { products } from '@hilo/domain/feasibility.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeField } from '../../lists/CodeField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { problemText } from '../../api/problem-text.ts'
import { figureText, numberOf } from '../../ui/form/figures.ts'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import styles from './feasibility.module.css'
import { homeOf, type Inquiry, type Question } from './feasibility.ts'
import { isPoint, type Point } from './near-map.ts'
import { NearMap } from './NearMap.tsx'

const ways = ['address', 'point'] as const
type Way = (typeof ways)[number]

type Fields = { address: string; lat: string; lon: string; product: string }

const initialOf = (question: Question | undefined): Fields => ({
  address: question ? (homeOf(question) ?? '') : '',
  lat: figureText(question?.position?.lat),
  lon: figureText(question?.position?.lon),
  product: question?.product ?? '',
})

/** Five digits alone are a postal code; anything else is an address. */
const homeAsked = (typed: string): Question => (/^\d{5}$/.test(typed) ? { postal_code: typed } : { address: typed })

/** Kinds of inquiry. A function, because texts load with the screen. */
const offered = () =>
  products.map(({ code, down_mbps }) => ({ value: code, text: text('feasibility.speed', { mbps: down_mbps }) }))

interface FormProps {
  question: Question | undefined
  onAnswer: (inquiry: Inquiry) => void
}

export function FeasibilityForm({ question, onAnswer }: FormProps) {
  const [way, setWay] = useState<Way>(question?.position ? 'point' : 'address')
  const [initial] = useState(() => initialOf(question))
  const ask = useSubmit('admin_vno/feasibility/check')
  const form = useForm<Fields>({
    limits: limitsOf('admin_vno/feasibility/check'),
    initial,
    check: ({ address, lat, lon }) =>
      way === 'address'
        ? address.trim().length < 2
          ? { address: text('feasibility.address.missing') }
          : {}
        : pointWrong(lat, lon),
    send: async ({ address, lat, lon, product }) => {
      const home =
        way === 'address'
          ? homeAsked(address.trim())
          : { position: { lat: numberOf(lat) ?? 0, lon: numberOf(lon) ?? 0 } }
      const { record } = await ask({ ...home, ...(product !== '' && { product }) })
      onAnswer(record)
    },
  })
  return (
    <form className={`grid gap-12 ${styles.form}`} onSubmit={form.submit} noValidate>
      <Segments
        label={text('feasibility.by')}
        options={ways.map((value) => ({ value, text: text(`feasibility.by.${value}`) }))}
        value={way}
        onChange={setWay}
      />
      {way === 'address' ? (
        <TextField
          form={form}
          name="address"
          label={text('feasibility.address')}
          hint={text('feasibility.address.hint')}
        />
      ) : (
        <PointFields form={form} />
      )}
      <ChoiceField
        form={form}
        name="product"
        label={text('feasibility.product')}
        options={offered()}
        empty={text('feasibility.product.any')}
        optional
      />
      <FormProblem form={form} />
      <Button type="submit" kind="main" busy={form.sending}>
        {text('feasibility.check')}
      </Button>
    </form>
  )
}

function pointWrong(lat: string, lon: string): Partial<Fields> {
  const [north, east] = [numberOf(lat), numberOf(lon)]
  return {
    ...(!isPoint({ lat: north, lon: 0 }) && { lat: text('feasibility.lat.wrong') }),
    ...(!isPoint({ lat: 0, lon: east }) && { lon: text('feasibility.lon.wrong') }),
  }
}

/** Coordinates: typed, from the device, from a nearby box, or from the map. */
function PointFields({ form }: { form: ReturnType<typeof useForm<Fields>> }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [lat, lon] = [numberOf(form.values.lat), numberOf(form.values.lon)]
  const put = (point: Point) => form.set({ lat: figureText(point.lat), lon: figureText(point.lon) })
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setProblem(null)
        put({ lat: Math.round(coords.latitude * 1e6) / 1e6, lon: Math.round(coords.longitude * 1e6) / 1e6 })
      },
      () => setProblem(text('feasibility.here.failed')),
      { enableHighAccuracy: true, timeout: 10_000 },
    )
  // Without coordinates: start from a box of the street and move the point on the map.
  const near = async (id: number) => {
    const [found] = (await call('admin_vno/ctos/get', { id })).records
    if (found) put({ lat: found.position.lat, lon: found.position.lon })
  }
  return (
    <>
      <CodeField
        label={text('feasibility.near')}
        hint={text('feasibility.near.hint')}
        kind="cto"
        onPick={(found) => {
          if (found) near(found.id).catch((error: unknown) => setProblem(problemText(error)))
        }}
      />
      <Fields>
        <TextField form={form} name="lat" label={text('feasibility.lat')} />
        <TextField form={form} name="lon" label={text('feasibility.lon')} />
      </Fields>
      <Button onClick={here}>{text('feasibility.here')}</Button>
      {problem !== null && (
        <p className="hl-danger" role="alert">
          {problem}
        </p>
      )}
      {lat !== null && lon !== null && isPoint({ lat, lon }) && <NearMap point={{ lat, lon }} onMove={put} />}
    </>
  )
}
