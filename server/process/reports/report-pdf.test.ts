/** What the PDF of a report says about the neighbours, with the words and colours of the screens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { neighbourLook, verdictLook } from '@hilo/domain/neighbour-look.ts'
import { neighbourClasses, verdicts } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { drawReport, type WorkFacts } from './report-pdf.ts'

const at = '2026-11-20T10:00:00Z'
const work: WorkFacts = {
  ...{ work_kind: 'alta', process_state: 11, started_at: at, finished_at: at, contractor: null, access: null },
  ...{ address: 'Calle Mayor 1', ine_code: '46250', port: 16, power_dbm: -20, rx_dbm: -20.5, rx_read_dbm: -25.25 },
  ...{ logo: null, offline_ms: null, verify_url: 'https://hilo.test/verificar' },
  marks: ['Has escrito −20,5 dBm y la OLT lee −25,25 dBm.'],
}
type Neighbour = Report['diff'][number]
const lit = { state: 'online', light: 'ok', rx_dbm: null, olt_rx_dbm: null } as const
const unlit = { ...lit, state: 'los', light: 'dark' } as const
const neighbour = (over: Partial<Neighbour>): Neighbour => ({
  ...{ port: 1, port_state: 3, own: false, access: null, before: lit, after: lit, delta_db: null, usual_db: null },
  ...{ class: 'igual', doubt: null, changed: false, not_back: false, power_unchecked: false, shared: false },
  ...{ cuts: [], short_cuts: 0, longest_cut_s: 0, restored_at: null, level: 'ok', preexisting: false, blame: false },
  ...over,
})
const cto = { cto_id: 1, cto: { id: 1, code: 'VAL01-0001' } }
const named = { id: 1, name: 'Norte' }
const reportOf = (verdict: Report['verdict'], diff: Neighbour[]): Report => ({
  ...{ id: 1, event_id: 1, event: { id: 1, code: 'INT-26-000001' }, vno_id: 1, vno: named, technical: named, ...cto },
  ...{ version: 2, edition: 2, before_id: 1, after_id: 2, before: null, after: null, diff, counters: {}, verdict },
  ...{ discharge_code: null, discharge_withdrawn: null, override: null, controls: [], frozen_at: at },
  ...{ pdf_file_id: null, sha256: 'a'.repeat(64), prev_sha256: null },
})
const paper = async (report: Report) => pdfText(await drawReport(report, work, null)).replaceAll(/\s+/g, ' ')

test('the paper names every class and every verdict with the word of the table', async () => {
  const diff = neighbourClasses.map((found, index) => neighbour({ port: index + 1, class: found }))
  for (const verdict of verdicts) {
    const said = await paper(reportOf(verdict, diff))
    assert.ok(said.includes(text(verdictLook(verdict).label)), verdict)
    for (const found of neighbourClasses) assert.ok(said.includes(text(neighbourLook({ class: found }).label)), found)
  }
})

test('a port that was dark before the work is marked so', async () => {
  const dark = neighbour({ port: 10, before: unlit, after: unlit, preexisting: true })
  const said = await paper(reportOf('limpia', [neighbour({}), dark]))
  assert.match(said, /Ningún vecino se quedó sin luz\. El puerto 10 ya estaba sin luz\./)
  assert.match(said, /Ya sin luz antes/)
  assert.doesNotMatch(await paper(reportOf('limpia', [neighbour({})])), /ya estaba/)
})

test('a discharge code stands in one line, however wide its letters', async () => {
  for (const code of ['WWWW-WWWW', 'MWMW-QWMW', '1111-1111', 'WYAD-5MBV'])
    for (const discharge_withdrawn of [null, { at, reason: 'desconectado' } as const]) {
      const report = { ...reportOf('limpia', []), discharge_code: code, discharge_withdrawn }
      const words = pdfText(await drawReport(report, work, null))
      assert.ok(words.split('\n').includes(code), `${code} in ${words.slice(0, 600)}`)
    }
})

test('typed values stand beside the OLT’s readings, with their differences', async () => {
  const words = pdfText(await drawReport(reportOf('limpia', []), work, null))
  for (const said of ['−20,00 dBm', '−20,50 dBm', '−25,25 dBm', text('report_pdf.marks'), 'y la OLT lee'])
    assert.ok(words.includes(said), `${said} in ${words.slice(0, 1200)}`)
})

test('the paper of simulated readings does not pass for one of an OLT', async () => {
  const seen = { id: 1, event_id: 1, ...cto, phase: 'before', taken_at: at, complete_pct: 100, age_s: 0 } as const
  const of = (source: 'olt' | 'simulated') => {
    const snapshot = { ...seen, source, items: [] }
    return paper({ ...reportOf('limpia', []), before: snapshot, after: { ...snapshot, phase: 'after' } })
  }
  assert.match(await of('simulated'), /Antes del trabajo, simulado/)
  assert.match(await of('simulated'), /lecturas son simuladas/)
  assert.doesNotMatch(await of('olt'), /simulad/)
})

test('the paper names the rules’ edition and the controls’ findings, or that they are pending', async () => {
  const report = reportOf('limpia', [neighbour({})])
  assert.match(await paper(report), /Juzgado con las reglas 2/)
  assert.ok((await paper(report)).includes(text('report_pdf.controls')))
  const control = { phase: 'control_24h', taken_at: at, verdict: 'con_desconectados' } as const
  const findings = [neighbour({ port: 3, class: 'desconectado' })]
  const found = await paper({ ...report, controls: [{ ...control, findings }] })
  assert.match(found, /Control a las 24 h, .*Ha cambiado desde el cierre el puerto 3 \(desconectado\)\./)
  assert.match(await paper({ ...report, controls: [{ ...control, findings: [] }] }), /siguen como al cerrar/)
})

test('names in Latin, Greek and Cyrillic letters are printed as written, and never as other letters', async () => {
  const report = reportOf('limpia', [neighbour({})])
  const named = (name: string) => paper({ ...report, technical: { id: 1, name } })
  for (const name of ['Jiří Dvořák', 'Łukasz Wałęsa', 'Ștefănescu', 'Αθηνά', 'Юлия Ђорђевић', 'I\u0307nce', 'Nguyễn'])
    assert.ok((await named(name)).includes(name.normalize('NFC')), name)
  // A family of three joined faces is one character; joiners and directions have no form.
  assert.match(await named('Ana 山田 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200F fin'), /Ana □□ □ fin/)
  assert.match(await named('28x04->3'), /28x04->3/)
})
