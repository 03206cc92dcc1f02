import { sameLabel } from '@hilo/domain/same-label.ts'
import type { labelSources } from '@hilo/domain/status.ts'
import { Button } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { BoxPhotos } from '../box/BoxPhotos.tsx'
import { CheckHint, Line } from './Fields.tsx'
import { useLabelRead } from './label-read.ts'
import { LabelScan } from './LabelScan.tsx'
import { LabelCompared, LabelFrame } from './LabelReading.tsx'
import css from './label.module.css'
import { whereAmI } from '../position.ts'
import type { StepForm } from './use-step.ts'
import { usePictures } from './use-pictures.ts'
import { useBox } from '../use-work.ts'

type LabelSource = (typeof labelSources)[number]

/** Box label: picture, typed text, and comparison with the expected label. */
export function CtoLabelFields({ form }: { form: StepForm<'cto_enrollment'> }) {
  const { data, set, facts, work } = form
  const pictures = usePictures(form as unknown as StepForm)
  const box = useBox(work.cto_id)
  const expected = facts.ctoLabel ?? null
  const read = data.label_read ?? ''
  const write = (label: string, source: LabelSource = 'manual') => {
    // Confirming the existing label is stored as a change to the same label.
    const action = expected === null ? 'A' : sameLabel(label, expected) ? 'M' : null
    set({ label_read: label, label_source: label === '' ? null : source, action })
    if (data.position == null) void whereAmI().then((position) => position && set({ position }))
  }
  useLabelRead(work.id, 'cto_enrollment', (label) => read === '' && write(label, 'ocr'))
  const [picture] = pictures.all
  const same = expected !== null && read !== '' && sameLabel(read, expected)
  const level = read === '' || expected === null ? null : same ? 'ok' : data.action ? 'aviso' : 'bloqueo'
  return (
    <>
      <LabelFrame
        picture={picture}
        busy={pictures.busy}
        level={level}
        source={data.label_source}
        take={(shot) => (picture ? pictures.take(picture.evidence, shot) : null)}
        act={
          level === 'bloqueo' && (
            <Button size="glove" onClick={() => set({ action: 'M' })}>
              {text('tech.label.new')}
            </Button>
          )
        }
      >
        {level !== null && expected !== null && (
          <LabelCompared read={read} expected={expected} level={level} word={text(`tech.label.${level}`)} />
        )}
        {level === 'bloqueo' && (
          <p className={css.sentence}>
            <strong>{text('tech.label.other_box')}</strong> {text('tech.label.other_box.act')}
          </p>
        )}
      </LabelFrame>
      <CheckHint form={form} code="label_picture" />
      {level === 'aviso' && <p className={css.sentence}>{text('tech.label.new.note')}</p>}
      <Line
        name="label_read"
        label={text('tech.field.label_read')}
        value={read}
        code
        change={(label) => write(label)}
        act={<LabelScan of="box" expected={[expected, ...(facts.ctoCodes ?? [])]} read={write} />}
      />
      {box && <BoxPhotos box={box} only="label" />}
    </>
  )
}
