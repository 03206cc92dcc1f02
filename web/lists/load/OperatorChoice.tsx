import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import styles from './load-help.module.css'

/** Whether the user must choose the operator that owns the loaded rows. */
export const mustChooseOperator = (): boolean => session.isNeutral()

/** Chooses the operator that owns the loaded rows; shown to the neutral operator. */
export function OperatorChoice({ value, choose }: { value: number | null; choose: (id: number | null) => void }) {
  const { data } = useCall('admin_vno/vno/get', { limit: 200, sort: [['name', 'asc']] })
  return (
    <label className={styles.operator}>
      {text('load.operator')}
      <select
        className="hl-input normal"
        value={value ?? ''}
        onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{text('load.operator.choose')}</option>
        {data?.records.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
