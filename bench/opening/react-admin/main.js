import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, List, Resource, TextField, TextInput } from 'react-admin'

const { values, fields } = window.opening
const dataProvider = {
  async getList(_resource, { sort }) {
    const answer = await fetch(sort.order === 'ASC' ? '/ports' : '/portsTurned', { method: 'POST', body: values })
    const { records } = await answer.json()
    return { data: records, total: 100_000 }
  },
}
const columns = fields.map((source) => createElement(TextField, { key: source, source }))
const filters = [createElement(TextInput, { key: 'q', source: 'q', alwaysOn: true })]
const list = () =>
  createElement(
    List,
    { sort: { field: 'label', order: 'ASC' }, perPage: 50, filters },
    createElement(Datagrid, null, columns),
  )
createRoot(document.getElementById('root')).render(
  createElement(Admin, { dataProvider, disableTelemetry: true }, createElement(Resource, { name: 'ports', list })),
)
