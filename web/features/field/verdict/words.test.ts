/** Sentences of the phone about a box, derived from its readings. */
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { testPort as port } from '../../../ui/faceplate/test-port.ts'
import { compared, withPreexistingDark, withWorkedDark, portLook } from '@hilo/domain/port-look.ts'
import { portState } from '@hilo/domain/status.ts'
import i18next from 'i18next'
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { beforeOf, sinceText } from '../box/board-words.ts'
import { lastContact } from '../pending/pending-words.ts'
import { verifyAddress } from '../../../ui/verify-address.ts'
import { todayTitle } from '../today/order-words.ts'
import { missingText } from '../step/act-words.ts'
import type { NextAct } from '../step/next-act.ts'
import { litWords } from './lit-words.ts'
import { refusedWhy } from './refused-why.ts'
import { loadCatalogue } from '../../../build/test-catalogue.ts'

const { cesado } = portState.is
const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const dark = { state: 'los', light: 'dark' } as const

before(loadCatalogue)

describe('the box before and after', () => {
  it('counts the worked port on both sides, as both drawings show it', () => {
    const box = [port(3), port(4), port(15)]
    assert.equal(litWords(box, 15), '3 con luz, 1 es tuyo')
    assert.equal(litWords([port(3), port(4), port(15, dark)], 15), '2 con luz')
    assert.equal(litWords(box, null), '3 con luz')
  })

  it('draws the worked port alike on both sides where it was dark before and still is', () => {
    const box = [port(3), port(15, dark)]
    const lines = withWorkedDark([], 15, box)
    const looks = (ports: FaceplatePort[]) => ports.map((one) => portLook(one).name)
    assert.deepEqual(looks(withPreexistingDark(box, lines)), ['lit', 'dark_before'])
    assert.deepEqual(looks(compared(box, lines)), ['lit', 'dark_before'])
    assert.deepEqual(looks(compared([port(3), port(15)], lines)), ['lit', 'lit'])
    // Dark only since the work, or another port than the worked one: a cut.
    assert.deepEqual(looks(compared(box, withWorkedDark([], 15, [port(3), port(15)]))), ['lit', 'cut'])
    assert.deepEqual(looks(compared(box, withWorkedDark([], 3, box))), ['lit', 'cut'])
  })
})

describe('what the live view says above the box', () => {
  const wasDark = { ...dark, preexisting: true }

  it('names the ports that it draws as dark before, and no other', () => {
    const ports = [
      port(1, wasDark),
      port(2, { state: 'dying_gasp', light: 'off', preexisting: true }),
      port(5, wasDark),
      port(7, wasDark),
      port(15, { ...wasDark, port_state: cesado }),
    ]
    const { sentence, unexplained } = beforeOf(1, ports, [])
    assert.deepEqual([sentence?.values, unexplained], [{ count: 2, ports: '5 y 7' }, false])
  })

  it('ends a sentence with one full stop', () => {
    const words = sinceText('2026-11-28T11:23:00.000Z', beforeOf(1, [port(5, wasDark), port(7, wasDark)], []))
    assert.match(plain(words), /^desde las? \d+:23 [ap]\. m\. Los puertos 5 y 7 ya estaban sin luz\.$/)
    assert.match(plain(sinceText('2026-11-28T11:23:00.000Z', beforeOf(1, [], []))), /^desde las? \d+:23 [ap]\. m\.$/)
  })
})

describe('what is handed on and told about the day', () => {
  it('a shared discharge code comes with the address that checks it', () => {
    const code = 'H8FA-5Q1M'
    const address = verifyAddress('https://hilo.test', code)
    const shared = i18next.t('tech.clean.share.text', { code, work: 'INT-1', box: 'VAL01-0312-07', address })
    assert.match(shared, /H8FA-5Q1M.*https:\/\/hilo\.test\/verificar\?codigo=H8FA-5Q1M/)
  })

  it('a day with nothing left says that its works are over', () => {
    const titles = [todayTitle(0, 0), todayTitle(1, 1), todayTitle(0, 2)]
    assert.deepEqual(titles, ['Hoy', 'Hoy, 2 trabajos', 'Hoy, 2 trabajos terminados'])
  })

  it('the last contact is never older than what the server has confirmed', () => {
    assert.equal(lastContact(1000, [{ sent_at: 61_000 }, { sent_at: null }]), 61_000)
    assert.equal(lastContact(90_000, [{ sent_at: 61_000 }]), 90_000)
    assert.equal(lastContact(null, [{ sent_at: null }]), null)
  })
})

describe('a closing that was refused', () => {
  it('says its reason once', () => {
    const why = 'La ONT recibe −13 dBm.'
    assert.equal(refusedWhy(why, [{ words: 'Falta este paso.' }]), why)
    for (const error of [why, `${why} Falta la foto.`, null])
      assert.equal(refusedWhy(error, [{ words: why }]), 'Corrígelo y vuelve a finalizar.')
  })
})

describe('the line above the main button', () => {
  it('says why the picture that was taken does not count', () => {
    const act: NextAct = { kind: 'picture', evidence: { label_kind: 1, reason: 'meter' }, last: true }
    assert.equal(missingText(act, null), 'Falta la foto del medidor.')
    assert.match(missingText(act, 'reused') ?? '', /ya se usó en otro paso o trabajo/)
    assert.match(missingText(act, 'stale') ?? '', /otra medida o de otro puerto/)
  })
})
