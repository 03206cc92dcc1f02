import { loadColumns, templateRows, type LoadKind } from '@hilo/domain/load-columns.ts'
import { saveFile } from '../download/save-file.ts'
import { csvOf } from '../../ui/load/csv.ts'
import { text } from '../../ui/text.ts'
import styles from './load-help.module.css'

/** What is wrong with a row, its columns called as the file calls them. */
export const sayIn =
  (kind: LoadKind) =>
  (message: string): string =>
    message.replace(/(^|[.:?] )(\w+): /g, (whole, before: string, name: string) => {
      const column = loadColumns[kind].find((one) => one.name === name)
      return column ? `${before}«${column.head}»: ` : whole
    })

/** An empty table with its heads and a row that shows how. */
export function TemplateButton({ kind }: { kind: LoadKind }) {
  const save = () =>
    saveFile(
      new Blob([csvOf(templateRows(kind))], { type: 'text/csv;charset=utf-8' }),
      `${text(`load.template.${kind}`)}.csv`,
    )
  return (
    <button type="button" className="hl-button" onClick={save}>
      {text('load.template')}
    </button>
  )
}

/** What may stand in a column that takes certain words only. */
function Words({ words, values }: { words: readonly string[] | undefined; values: readonly string[] | undefined }) {
  const all = words?.map((key) => text(key)) ?? values
  return all ? <>{all.join(', ')}</> : null
}

/** The columns of a table: what each is called, whether it is needed, what it looks like. */
export function ColumnHelp({ kind }: { kind: LoadKind }) {
  return (
    <div className={styles.help} tabIndex={0} role="group" aria-label={text('load.columns.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('load.columns.name')}</th>
            <th scope="col">{text('load.columns.needed')}</th>
            <th scope="col">{text('load.columns.example')}</th>
            <th scope="col">{text('load.columns.words')}</th>
          </tr>
        </thead>
        <tbody>
          {loadColumns[kind].map(({ name, head, needed, example, words, values }) => (
            <tr key={name}>
              <th scope="row">
                {head}
                <small className="code">{name}</small>
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
