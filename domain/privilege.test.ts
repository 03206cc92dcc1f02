import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPrivileges } from './default-privileges.ts'
import { actions, allows, allowsSubItem, areas } from './privilege.ts'

test('37 areas with four actions each, expanded for every system role', () => {
  assert.equal(areas.length, 37)
  for (const base of ['admin', 'adminVNO', 'vno', 'technician'] as const) {
    const map = defaultPrivileges(base)
    assert.deepEqual(Object.keys(map), [...areas])
    for (const area of areas)
      assert.deepEqual(
        Object.keys(map[area]?.privs ?? {}),
        actions.map((action) => `${area}_${action}`),
      )
  }
})

test('an unlisted privilege is denied, whatever the map contains', () => {
  assert.equal(allows(undefined, 'port_view'), false)
  assert.equal(allows({}, 'port_view'), false)
  assert.equal(allows({ port: { privs: {} } }, 'port_view'), false)
  assert.equal(allows({ event: { privs: { port_view: true } } }, 'port_view'), false)
  assert.equal(allows({ port: { privs: { port_view: true } } }, 'port_view'), true)
  const verifies = { 'enrollments-verification': { privs: { 'enrollments-verification_edit': true } } }
  assert.equal(allows(verifies, 'enrollments-verification_edit'), true)
})

test('a malformed map grants nothing, and throws no exception', () => {
  const strange = [
    { port: {} },
    { port: null },
    { port: { privs: null } },
    { port: 'x' },
    'x',
    7,
    { port: { privs: 'x' } },
  ]
  for (const map of strange as Parameters<typeof allows>[0][]) {
    assert.equal(allows(map, 'port_view'), false)
    assert.equal(allowsSubItem(map, 'event', 'steps', 'view'), false)
  }
  const one = { port: { privs: { port_view: 1 } } } as unknown as Parameters<typeof allows>[0]
  assert.equal(allows(one, 'port_view'), true)
})

/** V view, C create, E edit, D delete: the neutral operator, administrators, staff, technicians. */
const agreed = `
  role admin                                | VCED |      |    |
  vno                                       | VCED | VE   | V  |
  role-admin-vno adminVNO                   | VCED | VCED | V  |
  technician invitations                    | VCED | VCED | VC |
  cto drop port                             | VCED | V    | V  | V
  event                                     | VCED | VCE  | VC | VCE
  eventFinalization eventCancellation       | VCED | VCE  | VC | VC
  cancellation                              | VCED | VCE  | VC | VC
  hairChange                                | VCED | VC   | VC | VC
  enrollments unenrollments                 | VCED | VCE  | V  | VC
  enrollments-verification                  | VCE  | VE   | V  |
  apiRequest                                | VD   | V    | V  |
  neightborState                            | V    | V    | V  | V
  massive-neighbor-request                  | VCD  | VC   | VC |
  accessDiagnose resetONT                   | VC   | VC   | VC | VC
  accessUnsubscriptions                     | VCE  | VC   | VC |
  retrieve-access retrieve-data             | V    |      |    |
  retrieve-access-vno                       | V    | V    | V  | V
  feasibility                               | VC   | VC   | VC | V
  assignment                                | VCED | VC   | VC | V
  device-modification                       | VC   | VC   | VC | VC
  eventConfi eventFinalizationConfi         | VE   | VE   |    |
  reportConfi                               | VE   | VE   |    |
  eventHistorical ctoHistorical             | V    | V    | V  | V
  portHistorical                            | V    | V    | V  | V
  dashboardReports                          | VCED | VC   | V  | V`

test('the default matrix: who sees and does what, in every area', () => {
  const rows = agreed
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', ...cells] = line.split('|').map((cell) => cell.trim())
      return names.split(' ').map((area) => ({ area, cells }))
    })
  assert.deepEqual(rows.map(({ area }) => area).toSorted(), areas.toSorted())
  const letters = { view: 'V', create: 'C', edit: 'E', delete: 'D' } as const
  for (const [column, base] of (['admin', 'adminVNO', 'vno', 'technician'] as const).entries()) {
    const map = defaultPrivileges(base)
    for (const { area, cells } of rows)
      for (const action of actions) {
        const due = cells[column]?.includes(letters[action]) ?? false
        assert.equal(map[area]?.privs[`${area}_${action}`], due, `${base} ${area}_${action}`)
      }
  }
})
