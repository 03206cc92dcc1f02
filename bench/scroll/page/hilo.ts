import i18next from 'i18next'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { portsList } from '../../../web/features/ports/ports.list.ts'
import { mergeColumns } from '../../../web/lists/columns/config.ts'
import type { RowStore } from '../../../web/lists/data/row-store.ts'
import { useRows } from '../../../web/lists/data/use-rows.ts'
import { wantedFields } from '../../../web/lists/fields.ts'
import { Grid } from '../../../web/lists/grid/Grid.tsx'
import '../../../web/lists/lists.css'

const query: RowStore['query'] = { filter: {}, search: '', sort: [portsList.sort] }
const columns = mergeColumns(portsList.columns, undefined)
const fields = wantedFields(portsList, columns, false)
const nothing = () => undefined

/** The product's grid with the columns of the list of ports: shapes, badges, times and figures. */
function Ports() {
  const { store, waiting } = useRows(portsList.path, query, fields)
  return createElement(Grid, {
    name: portsList.name,
    label: 'Puertos',
    store,
    waiting,
    columns,
    rowHeight: 36,
    sort: query.sort,
    open: null,
    onOpen: nothing,
    onSort: nothing,
    onResize: nothing,
    onListener: nothing,
    onRange: nothing,
    selection: null,
    chooseLabel: () => '',
  })
}

export async function show(root: HTMLElement): Promise<void> {
  const translation = (await (await fetch('/assets/i18n/es.json')).json()) as Record<string, string>
  await i18next.init({ lng: 'es', keySeparator: false, nsSeparator: false, resources: { es: { translation } } })
  createRoot(root).render(createElement(Ports))
}
