/** Facts beside the step's own data, for the rules that judge it. Runs in the scope of all operators. */
import { foreignOnt } from '@hilo/domain/ont-serial.ts'
import { metresBetween } from '@hilo/domain/picture.ts'
import type { OpticClass } from '@hilo/domain/optics.ts'
import type { LiveReading, PortState } from '@hilo/domain/port.ts'
import { limitsIn, settingIn, type StoredSettings } from '@hilo/domain/settings.ts'
import { portState, type FieldStep, type OpticalState, labelKind } from '@hilo/domain/status.ts'
import { timesDoubts } from '@hilo/domain/step-times.ts'
import { checksOf, type StepFacts } from '@hilo/domain/step-checks.ts'
import type { Position, StepData } from '@hilo/domain/step-data.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import type { EventRow, StepRow } from '../event-row.ts'
import { foreignOntSql } from '../foreign.ts'
import { stepOf } from './step-row.ts'

interface Known {
  optic: OpticClass
  settings: StoredSettings
  type: string
  code: string
  label: string
  lat: number
  lon: number
  prl: boolean | null
  order_open: boolean | null
  ont_serial: string | null
  drop_label: string | null
  cto_elsewhere: boolean
  drop_elsewhere: boolean
  siblings: number | null
  picture_dbm: number | null
  picture_label: string | null
  harmed: number
  port: { id: number; number: number; state: PortState; own: boolean } | null
  /** Null if the box was never read. */
  live: {
    seen?: boolean
    serial: string | null
    state: OpticalState
    rxDbm: number | null
    oltRxDbm: number | null
    foreign: boolean | null
  } | null
  read_at: string | null
}

// With fewer siblings there is no tree median: it would disclose a customer's figure. Half a dB rounding for the same
// reason.
const leastSiblings = 3
const liveOnt = { serial: "(r->>'serial')", vno: 'e.vno_id', cto: 'c.id', typed: '$6::text' }
const selectKnown = `
  with e as (select * from event where id = $1),
  p as (select q.id, q.number, q.state, q.state = ${portState.is.disponible} or coalesce(a.vno_id = e.vno_id, false) as own, a.access_id
    from e join port q on q.cto_id = e.cto_id and (q.number = $2::int or ($2::int is null and q.id = e.port_id))
    left join port_assignment a on a.port_id = q.id and a.ended_at is null),
  x as (select s.id, s.ont_serial from access s where s.id = (select coalesce(e.access_id, (select access_id from p where p.own)) from e))
  select json_build_object('optic', o.optic_class, 'settings', settings_of(e.vno_id), 'type', c.type, 'code', c.code, 'label', c.label, 'lat', c.lat, 'lon', c.lon,
    'prl', (select t.prl_valid_until >= (app_now() at time zone 'Europe/Madrid')::date from technical_account t where t.id = e.technical_id),
    'order_open', (select s.state in ('recibida', 'asignada', 'en_curso') from service_order s where s.id = e.service_order_id),
    'ont_serial', (select ont_serial from x),
    'drop_label', (select d.label from drop_cable d where d.state = 'instalada' and (d.access_id = (select id from x)
      or (not exists (select from x) and d.vno_id = e.vno_id and d.port_id = (select id from p where own and state <> ${portState.is.disponible})))
      order by d.id desc limit 1),
    'cto_elsewhere', exists (select from cto b where b.id <> c.id and (b.label = $3 or b.code = $3)),
    'drop_elsewhere', exists (select from drop_cable d where d.label = $4
      and (d.vno_id <> e.vno_id or (d.access_id is not null and d.access_id is distinct from (select id from x)))),
    'siblings', (select case when count(*) >= ${leastSiblings} then (round(percentile_cont(0.5) within group (order by a.rx_dbm)::numeric * 2) / 2)::numeric(5,2) end
      from cto b join port_assignment a on a.cto_id = b.id and a.ended_at is null
      where b.pon_id = c.pon_id and a.ont_state = 'online' and a.rx_dbm is not null
        and a.port_id is distinct from (select id from p)),
    'picture_dbm', (select i.power_dbm_read from picture i where i.event_id = e.id and i.step = 'power'
      and coalesce(i.label_kind, ${labelKind.is.potency}) = ${labelKind.is.potency} order by i.id desc limit 1),
    'picture_label', (select i.ocr->>'value' from picture i where i.event_id = e.id and i.step = $5 and i.label_kind in (${labelKind.is.ctoLabel}, ${labelKind.is.dropLabel})
      order by i.id desc limit 1),
    'harmed', (select count(*) from event_neighbour n where n.event_id = e.id and n.port_id is distinct from e.port_id
      and (n.access_id is null or n.access_id is distinct from e.access_id)
      and n.down_at is not null and not n.down_excused),
    'port', (select json_build_object('id', id, 'number', number, 'state', state, 'own', own) from p),
    'read_at', (select r->>'measuredAt' from box_reading b cross join jsonb_array_elements(b.reading->'readings') r
      where b.cto_id = c.id and (r->>'portId')::bigint = (select id from p)),
    'live', (select r || jsonb_build_object('foreign', ${foreignOntSql(liveOnt)}) from box_reading b cross join jsonb_array_elements(b.reading->'readings') r
      where b.cto_id = c.id and (r->>'portId')::bigint = (select id from p)))
  from e join cto c on c.id = e.cto_id join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id`

type Data = Record<string, unknown>
const label = (value: unknown) => (typeof value === 'string' ? value.replace(/\s/g, '').toUpperCase() : null)

function liveAtWork({ live, ont_serial }: Known, expected: readonly (string | null)[]): LiveReading | undefined {
  // A position without a recorded ONT cannot be read.
  if (live?.seen !== true) return undefined
  if (live.state === 'unknown') return 'unreadable'
  if (live.state !== 'online') return live.serial === ont_serial ? 'expected' : 'dark'
  return [ont_serial, ...expected].includes(live.serial) ? 'expected' : 'stranger'
}

/** Power at the intervention's own ONT, if read after the step was begun: an earlier reading was of another light. */
function ownRx(
  { live, port, ont_serial, read_at }: Known,
  event: EventRow,
  step: FieldStep,
  reported: string | null,
): number | undefined {
  const begun = stepOf(event.steps, step).started_at
  const own = live?.state === 'online' && port?.own === true && [ont_serial, reported].includes(live.serial)
  if (!own || live.rxDbm === null || begun === null || read_at === null) return undefined
  return Date.parse(read_at) >= Date.parse(begun) ? live.rxDbm : undefined
}

/**
 * Facts for the rules of a step; unknown ones are left out.
 * @param data the step as it will be stored
 */
export async function stepFacts(sql: Tx, event: EventRow, step: FieldStep, data: Data): Promise<StepFacts> {
  const chosen = step === 'port_available' && typeof data['port_number'] === 'number' ? data['port_number'] : null
  const labels = [label(data['label_read']), label(data['drop_label_read'])]
  const last = step === 'final_report' ? data : stepOf(event.steps, 'final_report').data
  const reported = label(last['ont_serial'])
  const found = await sql.json(selectKnown, [event.id, chosen, ...labels, step, reported])
  if (found === null) return {}
  const known = JSON.parse(found) as Known
  const { port } = known
  // Hides the owner and the power of another operator's ONT.
  const live = known.live?.foreign ? { ...known.live, serial: foreignOnt, rxDbm: null, oltRxDbm: null } : known.live
  const position = data['position'] as Position | null | undefined
  const earlier = stepOf(event.steps, 'port_available').data['port_number']
  return {
    workKind: event.work_kind,
    ctoType: known.type,
    opticClass: known.optic,
    limits: limitsIn(known.settings, known.optic),
    prlValid: known.prl ?? undefined,
    orderOpen: known.order_open ?? undefined,
    ctoCodes: [known.code, known.label],
    distanceM: position ? metresBetween(position, known) : undefined,
    live: liveAtWork({ ...known, live }, [reported]),
    portState: port?.state,
    portOwn: port?.own,
    pictureDbm: known.picture_dbm,
    siblingsDbm: known.siblings,
    portDbm: event.power_dbm,
    oltRxDbm: live?.state === 'online' ? live.oltRxDbm : undefined,
    ctoLabel: known.label,
    dropLabel: known.drop_label,
    ontRxDbm: ownRx({ ...known, live }, event, step, reported),
    pictureLabel: known.picture_label,
    times: timesDoubts(event.steps, step),
    ctoLabelElsewhere: known.cto_elsewhere,
    dropLabelElsewhere: known.drop_elsewhere,
    port: typeof earlier === 'number' ? earlier : (port?.number ?? null),
    detectedSerial: live === null ? undefined : live.state === 'online' ? live.serial : null,
    harmed: known.harmed,
    offlineH: event.offline_ms === null ? undefined : event.offline_ms / 3_600_000,
    offlineMaxH: settingIn(known.settings, 'offline_max_age_h'),
  }
}

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 2, useGrouping: false })
/** Formatted for people: decimal comma, typographic minus. */
function shown(value: number | string | boolean | null): string {
  return typeof value === 'number' ? number.format(value).replace('-', '−') : String(value ?? '')
}

/** The checks of a step with their Spanish sentences. */
export function judgedStep<S extends FieldStep>(step: S, data: Data, facts: StepFacts): StepRow['checks'] {
  return checksOf(step, data as StepData[S], facts).map((one) => ({
    ...one,
    text: text(`check.${one.code}.${one.level}`, { value: shown(one.value), limit: shown(one.limit) }),
  }))
}
