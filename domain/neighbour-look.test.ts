import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calmVerdicts,
  darkBefore,
  neighbourCounts,
  neighbourLook,
  spokenList,
  verdictLook,
  verdictSentence,
  wasDark,
  warnedVerdicts,
} from './neighbour-look.ts'
import { verdicts } from './status.ts'

const after = (state: string) => ({ state })

test('a touch is green with a mark, a cut of 20 s amber, a loss of light amber or red by its level', () => {
  assert.equal(neighbourLook({ class: 'microcorte' }).color, 'success')
  assert.notEqual(neighbourLook({ class: 'microcorte' }).sign, neighbourLook({ class: 'igual' }).sign)
  assert.equal(neighbourLook({ class: 'corte_recuperado' }).color, 'warning')
  assert.equal(neighbourLook({ class: 'degradado', level: 'aviso' }).color, 'warning')
  assert.equal(neighbourLook({ class: 'degradado', level: 'bloqueo' }).color, 'danger')
  assert.equal(neighbourLook({ class: 'no_concluyente' }).color, 'medium')
  for (const found of ['desconectado', 'movido'] as const) assert.equal(neighbourLook({ class: found }).color, 'danger')
})

test('a verdict has the colour and the sign of the class that it is named after', () => {
  const pairs = [
    ['limpia', 'igual'],
    ['con_microcortes', 'microcorte'],
    ['con_cortes', 'corte_recuperado'],
    ['degradada', 'degradado'],
    ['con_desconectados', 'desconectado'],
    ['no_concluyente', 'no_concluyente'],
  ] as const
  assert.deepEqual(pairs.map(([verdict]) => verdict).toSorted(), verdicts.toSorted())
  for (const [verdict, found] of pairs) {
    const [a, b] = [verdictLook(verdict), neighbourLook({ class: found })]
    assert.deepEqual([a.color, a.sign], [b.color, b.sign], verdict)
  }
})

test('a neighbour without light before and after is shown as such, whatever its class', () => {
  const diff = [
    { port: 3, class: 'igual' as const, preexisting: true, after: after('los') },
    { port: 4, class: 'apagado' as const, preexisting: true, after: null },
    { port: 5, class: 'igual' as const, preexisting: true, after: after('online') },
    { port: 6, class: 'desconectado' as const, preexisting: true, after: after('los') },
    { port: 7, class: 'igual' as const, preexisting: false, after: after('online') },
  ]
  assert.deepEqual(darkBefore(diff)?.values, { count: 2, ports: '3 y 4' })
  assert.equal(darkBefore(diff.slice(2)), null)
  assert.deepEqual(diff.map(wasDark), [true, true, true, false, false])
  assert.equal(neighbourLook(diff[0] ?? { class: 'igual' }).label, 'neighbours.dark_before')
  const counts = neighbourCounts(diff).map(({ look, ports }) => `${look.label} ${ports.join()}`)
  const counted = [
    'choice.neighbour_class.igual 7',
    'choice.neighbour_class.desconectado 6',
    'neighbours.dark_before 3,4,5',
  ]
  assert.deepEqual(counts, counted)
})

test('a customer who is switched off is not said to be without light, and a list is spoken', () => {
  const was = { class: 'igual' as const, preexisting: true }
  const off = { port: 2, ...was, after: { state: 'dying_gasp', light: 'off' as const } }
  const dark = [5, 6, 9].map((port) => ({ port, ...was, after: { state: 'los', light: 'dark' as const } }))
  assert.deepEqual(darkBefore([off, ...dark])?.values, { count: 3, ports: '5, 6 y 9' })
  assert.equal(darkBefore([off]), null)
  assert.deepEqual([[], [4], [4, 5]].map(spokenList), ['', '4', '4 y 5'])
})

test('a word counted with several levels has the most severe colour', () => {
  const [counted, ...others] = neighbourCounts([
    { port: 1, class: 'degradado', level: 'aviso' },
    { port: 2, class: 'degradado', level: 'bloqueo' },
  ])
  assert.deepEqual([counted?.look.color, counted?.ports, others], ['danger', [1, 2], []])
})

test('harm of unknown cause is not called a work without conclusion', () => {
  assert.equal(verdictSentence('no_concluyente', 0).key, 'verdict.no_concluyente')
  assert.equal(verdictSentence('no_concluyente', 2).key, 'verdict.shared')
  assert.equal(verdictSentence(null, 0).key, 'report.none')
})

test('indicators warn of every verdict that is not green', () => {
  assert.deepEqual([...calmVerdicts, ...warnedVerdicts].toSorted(), verdicts.toSorted())
  for (const one of verdicts) assert.equal(calmVerdicts.includes(one), verdictLook(one).color === 'success', one)
})
