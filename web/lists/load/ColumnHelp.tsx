import { loadColumns, templateRows, type LoadKind } from '@hilo/domain/load-columns.ts'
import { saveCsv } from '../download/save-csv.ts'
import { Button } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import styles from './load-help.module.css'

/** Text of a row error, with columns named as in the file's header. */
export const rowErrorText =
  (kind: LoadKind) =>
  (message: string): string =>
    message.replace(/(^|[.:?] )(\w+): /g, (whole, before: string, name: string) => {
      const column = loadColumns[kind].find((one) => one.name === name)
      return column ? `${before}«${column.head}»: ` : whole
    })

/** Downloads a template: the headers and one sample row. */
export function TemplateButton({ kind }: { kind: LoadKind }) {
  const save = () => saveCsv(templateRows(kind), text(`load.template.${kind}`))
  return <Button onClick={save}>{text('load.template')}</Button>
}

/** Allowed values of a column with a closed set of words. */
function Words({ words, values }: { words: readonly string[] | undefined; values: readonly string[] | undefined }) {
  const all = words?.map((key) => text(key)) ?? values
  return all ? <>{all.join(', ')}</> : null
}

/** Documentation of a table's columns: header, whether it is required, example. */
export function ColumnHelp({ kind }: { kind: LoadKind }) {
  return (
    <div className={styles.help} tabIndex={0} role="group" aria-label={text('load.columns.title')}>
      <table className="table lines-xs">
        <thead>
          <tr>
            <th className="sticky top-0" scope="col">
              {text('load.columns.name')}
            </th>
            <th className="sticky top-0" scope="col">
              {text('load.columns.needed')}
            </th>
            <th className="sticky top-0" scope="col">
              {text('load.columns.example')}
            </th>
            <th className="sticky top-0" scope="col">
              {text('load.columns.words')}
            </th>
          </tr>
        </thead>
        <tbody>
          {loadColumns[kind].map(({ name, head, needed, example, words, values }) => (
            <tr key={name}>
              <th className="semibold nowrap" scope="row">
                {head}
                <small className="code block text-xs ink-3 normal">{name}</small>
              </th>
              <td>{needed && text(`load.needed.${needed}`)}</td>
              <td className="code">{example}</td>
              <td>
                <Words words={words} values={values} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
