/** Texts of an intervention's page, derived from the record. */
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { fieldSteps, portState, processState } from '@hilo/domain/status.ts'
import i18next from 'i18next'
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { bandOf } from './band.ts'
import { clashKey, darkPorts, diffNow } from './event-facts.ts'
import { evidenceCount, evidenceOf } from './evidence.ts'
import { linesOf } from './line-counts.ts'
import { logCsv, logOf } from './log.ts'
import { lookOf } from './step-look.ts'
import { loadCatalogue } from '../../build/test-catalogue.ts'

const state = processState.is
const now = Date.parse('2026-11-20T14:32:45.000Z')
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString()
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

const nothing = {
  id: 7,
  code: 'INT-2026-0184213',
  type: 1,
  process_state: state.created,
  work_kind: 'alta',
  port_number: 12,
  current_step: 7,
  steps: fieldSteps.map((step) => ({ step, status: 'iddle', started_at: null, done_at: null, data: {} })),
  neighbours: { verdict: null, harmed_count: null, items: [], alarms: [] },
  error: null,
  override: null,
  override_request: null,
  degraded: false,
  created_by: { id: 1, name: 'Javier Carrasco', account_type: 'te', origin: 2 },
  created_at: at(2700),
  updated_at: at(60),
  finished_at: null,
}
type Step = NonNullable<Event['steps']>[number]

/** Minimal intervention for these rules. */
const event = (over: object = {}) => ({ ...nothing, ...over }) as unknown as Event
const bandNow = (of: Event, report?: Report) => bandOf(of, report, now)
const cut = (port: number, over: object = {}) => ({
  port,
  own: false,
  class: null,
  down_at: at(38),
  up_at: null,
  cut_s: null,
  gasp: false,
  notice_at: at(-82),
  ...over,
})
const withAlarms = (...alarms: object[]) => event({ neighbours: { ...nothing.neighbours, alarms } })

before(loadCatalogue)

describe('the band under the head', () => {
  it('a dark neighbour comes before everything, with the time that is left', () => {
    const band = bandNow(withAlarms(cut(7)))
    assert.deepEqual([band.tone, band.title], ['danger', 'Hay un vecino sin luz en el puerto 7.'])
    assert.equal(plain(band.until), '1 min 22 s')
    const told = bandNow(withAlarms(cut(7, { notice_at: at(10) })))
    assert.equal(told.until, undefined)
    assert.match(told.note ?? '', /están avisados/)
    assert.equal(bandNow(withAlarms(cut(9), cut(7))).title, 'Hay 2 vecinos sin luz en los puertos 7 y 9.')
  })

  it('a customer who switched off, a cut that is over and one above the box alarm nobody', () => {
    const quiet = withAlarms(
      cut(3, { gasp: true }),
      cut(4, { up_at: at(20), class: 'microcorte' }),
      cut(5, { class: 'no_concluyente' }),
    )
    assert.deepEqual(darkPorts(quiet), [])
    assert.equal(bandNow(quiet).tone, 'success')
  })

  it('each failure has its sentence and tells the reason', () => {
    const error = { code: 'POWER_OUT_OF_RANGE', text: 'La potencia no vale.' }
    for (const one of [state.error, state.wronglyFinalized, state.wronglyCreated, state.wronglyCancelled]) {
      const band = bandNow(event({ process_state: one, error }))
      assert.equal(band.tone, 'danger')
      assert.equal(band.note, error.text)
      assert.notEqual(band.title, '')
    }
    const asked = { by: { id: 1, name: 'Javier' }, reason: 'No llego al pelo', at: at(5) }
    const request = bandNow(event({ process_state: state.wronglyFinalized, error, override_request: asked }))
    assert.match(request.note ?? '', /Javier pide permiso para cerrar: «No llego al pelo»/)
  })

  it('a failed opening says that it still holds its technician, and what frees him', () => {
    const failed = event({ process_state: state.wronglyCreated, technical: { id: 2, name: 'Brais Parra' } })
    assert.match(bandNow(failed).note ?? '', /Brais Parra no puede abrir otra .* se cancele/)
    const words = [state.wronglyCreated, state.created, undefined].map((one) => i18next.t(clashKey(one), { code: 'X' }))
    assert.match(words[0] ?? '', /falló al abrirse.*cancélala/)
    assert.deepEqual(words.slice(1), [words[1], words[1]])
    assert.match(words[1] ?? '', /ya tiene abierta X/)
  })

  it('what takes long goes on in the background after two minutes', () => {
    const opening = (secondsAgo: number) =>
      bandNow(event({ process_state: state.creating, created_at: at(secondsAgo) }))
    assert.equal(opening(119).tone, 'doing')
    assert.doesNotMatch(opening(119).note ?? '', /segundo plano/)
    assert.match(opening(121).note ?? '', /segundo plano, te avisamos/)
  })

  it('a closed one says its verdict, as it was frozen', () => {
    const closed = event({
      process_state: state.finalizedSync,
      finished_at: at(10),
      neighbours: { ...nothing.neighbours, verdict: 'limpia' },
    })
    assert.equal(bandNow(closed).title, 'Ningún vecino se quedó sin luz.')
    const report = { frozen_at: at(5), verdict: 'con_microcortes', discharge_code: 'K7Q2-94FD' } as Report
    const band = bandNow(closed, report)
    assert.match(band.title, /microcortes/)
    assert.match(band.note ?? '', /K7Q2-94FD/)
  })

  it('a withdrawn discharge code is never under a green band', () => {
    const closed = event({ process_state: state.finalizedSync, finished_at: at(10) })
    const discharge_withdrawn = { at: at(1), reason: 'desconectado' }
    const report = { frozen_at: at(5), verdict: 'limpia', discharge_code: 'K7Q2-94FD', discharge_withdrawn } as Report
    const band = bandNow(closed, report)
    assert.equal(band.tone, 'danger')
    assert.match(band.title, /Después del cierre se ha encontrado/)
    assert.match(band.note ?? '', /K7Q2-94FD está retirado/)
  })
})

describe('the comparison on the screen', () => {
  const neighbour = (port: number, found: string) => ({ port, class: found, level: 'ok' }) as Report['diff'][number]
  const classes = (of: Event, diff: Report['diff']) => diffNow(of, diff).map((one) => one.class)

  it('an alarm is there before the next reading, and so is its end', () => {
    const diff = [neighbour(6, 'igual'), neighbour(7, 'igual')]
    assert.deepEqual(classes(withAlarms(cut(7)), diff), ['igual', 'desconectado'])
    const back = cut(7, { up_at: at(3), class: 'corte_recuperado' })
    assert.deepEqual(classes(withAlarms(back), [neighbour(7, 'desconectado')]), ['corte_recuperado'])
    assert.deepEqual(classes(withAlarms(back, cut(7)), [neighbour(7, 'igual')]), ['desconectado'])
  })

  it('what no alarm tells of stays as it was compared', () => {
    const compared = [neighbour(7, 'desconectado'), neighbour(8, 'movido')]
    assert.deepEqual(classes(event(), compared), ['desconectado', 'movido'])
  })
})

describe('the lines counted below the box', () => {
  const neighbour = (port: number) => ({ port, class: 'igual', level: 'ok' }) as Report['diff'][number]
  const port = (number: number, lit: boolean) =>
    ({ port: number, port_state: portState.is.ocupado, state: lit ? 'online' : 'los', light: lit ? 'ok' : 'dark' }) as FaceplatePort // prettier-ignore
  const counted = (before: FaceplatePort[] | undefined, now: FaceplatePort[]) => {
    const { diff, born } = linesOf([neighbour(3), neighbour(4)], 15, before, now)
    return [diff.map((one) => one.port), born]
  }

  it('a worked port that had light before is unchanged, and new only where the work lit it', () => {
    const [lit, dark] = [port(15, true), port(15, false)]
    assert.deepEqual(counted([lit], [lit]), [[3, 4, 15], null])
    assert.deepEqual(counted([dark], [lit]), [[3, 4], 15])
    assert.deepEqual(counted([lit], [dark]), [[3, 4], null])
    assert.deepEqual(counted(undefined, [lit]), [[3, 4], null])
  })
})

describe('the thread of the steps', () => {
  it('draws the progress that the specification maps each status to', () => {
    const looks = Object.fromEntries(
      (['iddle', 'paused', 'started', 'done', 'cancelled'] as const).map((status) => [
        status,
        lookOf(event({ current_step: null }), 'power', { status, checks: [] } as unknown as Step, 5),
      ]),
    )
    assert.deepEqual(looks, { iddle: 'todo', paused: 'todo', started: 'doing', done: 'done', cancelled: 'failed' })
  })

  it('a paused step is still to be done where its kind of work does not need it', () => {
    const paused = { status: 'paused', checks: [] } as unknown as Step
    assert.equal(lookOf(event({ work_kind: 'averia', current_step: null }), 'cto_enrollment', paused, 6), 'todo')
    assert.equal(lookOf(event({ work_kind: 'averia', current_step: null }), 'cto_enrollment', undefined, 6), 'unneeded')
  })
})

describe('evidences', () => {
  const picture = (id: number, step: string, label_kind: number | null) =>
    ({ id, step, label_kind, received_at: at(100 - id), flags: [] }) as unknown as Picture

  it('every picture that the work asks for has its place; the last one taken fills it', () => {
    const places = evidenceOf(event(), [picture(1, 'power', 1), picture(2, 'power', 1), picture(3, 'report', null)])
    const shown = places.map(({ step, reason, picture: taken }) => `${step} ${reason} ${taken?.id}`)
    assert.deepEqual(shown, [
      ...['report open_box 3', 'power meter 2', 'cto_enrollment cto_label undefined'],
      ...['drop_enrollment drop_label undefined', 'final_report closed_box undefined', 'power null 1'],
    ])
  })

  it('a picture that proves nothing says why, and counts neither as taken nor as asked for', () => {
    const bound = (value: number) => ({ figure: 'power_dbm', value, port: 12 })
    const steps = nothing.steps.map((one) => (one.step === 'power' ? { ...one, data: { power_dbm: -19.5 } } : one))
    const places = evidenceOf(event({ steps }), [
      { ...picture(1, 'power', 1), flags: ['reused'], bound: bound(-19.5) } as unknown as Picture,
      { ...picture(2, 'power', 1), bound: bound(-25) } as unknown as Picture,
      { ...picture(3, 'power', 1), bound: bound(-19.5) } as unknown as Picture,
      { ...picture(4, 'final_report', null), signature: true },
    ])
    const taken = places.flatMap(({ picture, unproven }) => (picture ? `${picture.id} ${unproven}` : []))
    assert.deepEqual(taken, ['3 null', '1 reused', '2 stale', '4 null'])
    assert.deepEqual(evidenceCount(places), { taken: 2, total: 6 })
  })

  it('what was cancelled misses nothing', () => {
    assert.deepEqual(evidenceOf(event({ process_state: state.cancelled }), []), [])
  })
})

describe('the log', () => {
  it('is newest first and holds cuts with their end', () => {
    const alarms = [cut(6, { down_at: at(90), up_at: at(81), cut_s: 9, class: 'microcorte', notice_at: null }), cut(7)]
    const texts = logOf(withAlarms(...alarms), undefined, [], now).map(({ text }) => plain(text))
    assert.deepEqual(texts, [
      ...['Puerto 7 sin luz, otro operador', 'Microcorte de 9 s en el puerto 6', 'Puerto 6 sin luz, otro operador'],
      'Intervención creada por Javier Carrasco',
    ])
  })

  it('as a file it is quoted, and nothing in it is a formula', () => {
    const file = logCsv([
      { at: at(1), shape: 'dot', tone: 'medium', text: '=1+1;"x"' },
      { at: at(2), shape: 'dot', tone: 'medium', text: 'normal' },
    ])
    assert.match(file, /^\uFEFF"Hora";"Qué pasó"\r\n/)
    assert.ok(file.includes(`"'=1+1;""x"""`))
    assert.ok(file.endsWith(';"normal"\r\n'))
  })
})
