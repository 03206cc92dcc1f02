import type { Level } from '@hilo/domain/optics.ts'
import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { diagnosisTests } from '@hilo/domain/diagnosis.ts'
import type { Color } from '@hilo/domain/status.ts'
import { formatDistance, formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'
import styles from './diagnosis.module.css'
import { useProgress } from './use-diagnosis.ts'

type Test = DiagnosisRecord['tests'][number]
const kinds: Readonly<Record<Level | 'none', { shape: ShapeKind; tone: Color; word: string }>> = {
  ok: { shape: 'disc', tone: 'success', word: 'diagnosis.passed' },
  aviso: { shape: 'triangle', tone: 'warning', word: 'diagnosis.tight' },
  bloqueo: { shape: 'diamond', tone: 'danger', word: 'diagnosis.failed' },
  none: { shape: 'dot', tone: 'medium', word: 'diagnosis.notDone' },
}
const kindOf = ({ level }: Test) => level ?? 'none'

/** Measured values of tests, where a figure is clearer than the result. */
const figures: Partial<Record<Test['code'], (value: number) => string | null>> = {
  rx_ont: formatPowerUnit,
  rx_olt: formatPowerUnit,
  distancia: formatDistance,
  errores: formatNumber,
  caidas: formatNumber,
}
const figureOf = ({ code, value }: Test) => (typeof value === 'number' ? figures[code]?.(value) : null)

interface CardProps {
  access: number
  record: DiagnosisRecord | undefined
  doing: boolean
}

/** The fourteen tests; during a diagnosis the finished ones, and the names of the others. */
export function TestsCard({ access, record, doing }: CardProps) {
  const done = useProgress(access, doing)
  const tests = doing ? done : (record?.tests ?? [])
  return (
    <Card bare title={text('diagnosis.tests')} aside={tests.length > 0 && <Counts tests={tests} />}>
      <ol className={styles.tests} aria-busy={doing || record === undefined}>
        {diagnosisTests.map((code, index) => (
          <TestRow
            key={code}
            number={index + 1}
            name={text(`diagnosis.test.${code}`)}
            test={tests.find((one) => one.code === code)}
            doing={doing}
          />
        ))}
      </ol>
    </Card>
  )
}

interface RowProps {
  number: number
  name: string
  test: Test | undefined
  doing: boolean
}

function TestRow({ number, name, test, doing }: RowProps) {
  const look = test && kinds[kindOf(test)]
  return (
    <li className="lines-xs grid middle min-h-26" data-level={test && kindOf(test)}>
      <span>{number}</span>
      <Shape kind={look ? look.shape : 'dot'} tone={look?.tone ?? 'medium'} size={10} />
      <b className="title">{name}</b>
      <span>{test ? test.text : doing ? '…' : ''}</span>
      <strong className="medium text-right">{look && (figureOf(test) ?? text(look.word))}</strong>
    </li>
  )
}

function Counts({ tests }: { tests: readonly Test[] }) {
  return (
    <span className="inline-flex gap-2 gap-x-12 wrap lines-xs ink-2">
      {Object.entries(kinds).map(([kind, { shape, tone }]) => {
        const count = tests.filter((one) => kindOf(one) === kind).length
        return (
          count > 0 && (
            <span className="inline-flex gap-6 middle" key={kind}>
              <Shape kind={shape} tone={tone} size={9} />
              {text(`diagnosis.count.${tone}`, { count })}
            </span>
          )
        )
      })}
    </span>
  )
}
