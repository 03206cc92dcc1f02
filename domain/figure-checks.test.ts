import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf } from './step-checks.ts'

const levelOf = (code: string, checks: ReturnType<typeof checksOf>) => checks.find((one) => one.code === code)?.level

test("a figure that differs by three dB or more from the OLT's reading, either way, is doubtful", () => {
  const port = (power_dbm: number) => levelOf('power_olt', checksOf('power', { power_dbm }, { ontRxDbm: -21 }))
  assert.deepEqual([-18.01, -18, -23.99, -24].map(port), ['ok', 'aviso', 'ok', 'aviso'])
  const socket = (roseta_dbm: number) => levelOf('roseta_olt', checksOf('power', { roseta_dbm }, { ontRxDbm: -21 }))
  assert.deepEqual([-21, -25].map(socket), ['ok', 'aviso'])
  const end = (rx_dbm: number) => levelOf('rx_olt', checksOf('final_report', { rx_dbm }, { ontRxDbm: -25.5 }))
  assert.deepEqual([-20, -25].map(end), ['aviso', 'ok'])
  assert.equal(levelOf('rx_olt', checksOf('final_report', { rx_dbm: -20 }, {})), undefined)
})

test('an ONT does not receive three dB more than its port of the CTO gives', () => {
  const gain = (ontRxDbm: number | undefined, rx_dbm: number) =>
    levelOf('rx_gain', checksOf('final_report', { rx_dbm }, { ontRxDbm, portDbm: -24 }))
  assert.deepEqual([gain(-21, -24), gain(-21.01, -24), gain(undefined, -20)], ['aviso', undefined, 'aviso'])
})

test('a label that differs from its picture is reported with both', () => {
  const [check] = checksOf('cto_enrollment', { label_read: 'CTO-A-0001' }, { pictureLabel: 'CTO-B-0002' })
  assert.deepEqual(check, { code: 'label_picture', level: 'aviso', value: 'CTO-B-0002', limit: 'CTO-A-0001' })
  const same = checksOf('cto_enrollment', { label_read: 'cto-a-0001' }, { pictureLabel: 'CTO-A-0001' })
  assert.equal(levelOf('label_picture', same), undefined)
})

test('one neighbour without light blocks the end, a slow line only warns', () => {
  const board = (harmed: number) => levelOf('board', checksOf('final_report', {}, { harmed }))
  assert.deepEqual([board(0), board(1)], ['ok', 'bloqueo'])
  const speed = (speed_ok: boolean) => levelOf('speed', checksOf('final_report', { speed_ok }, {}))
  assert.deepEqual([speed(true), speed(false)], ['ok', 'aviso'])
})
