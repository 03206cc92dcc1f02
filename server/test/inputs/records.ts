/** The calls on the histories and the audit. */
import type { AreaInputs } from './area.ts'

const download = { format: 'csv' }
const histories = ['events', 'ctos', 'ports'] as const
const paths = histories.flatMap((one) => `admin_vno/historicals/${one}/download` as const)

export const recordsInputs: AreaInputs = {
  budgets: {
    ...Object.fromEntries(
      histories.map((one) => [
        `admin_vno/historicals/${one}/get`,
        { trips: 1, query: { filter: { to: [1, 3] }, count: true } },
      ]),
    ),
    ...Object.fromEntries(paths.map((path) => [path, { trips: 3, query: download }])),
    'admin_vno/audit/get': { trips: 1, query: { filter: { entity: 'event' }, count: true } },
    'admin_vno/audit/download': { trips: 3, query: download },
    'admin_vno/audit/verify': { trips: 3 },
  },
  neutralOnly: ['admin_vno/audit/verify'],
  make: () =>
    Promise.resolve({
      inputs: {
        ...Object.fromEntries(paths.map((path) => [path, download])),
        'admin_vno/audit/download': download,
      },
    }),
}
