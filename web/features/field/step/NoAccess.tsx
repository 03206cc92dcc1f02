import { otherReason } from '@hilo/domain/reason.ts'
import { Button } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { leaveReasons, noAccessText, readNoAccess } from '../leave-reasons.ts'
import { useReasons } from '../use-reasons.ts'
import { Choice, Comments, Hint } from './Fields.tsx'
import type { StepForm } from './use-step.ts'

/** No access: the usual reasons to press, words only where they are needed, and a way back after a mistake. */
export function NoAccess({ form: { data, set } }: { form: StepForm<'cto_access'> }) {
  const reasons = leaveReasons('no_access', useReasons())
  const { code, comments } = readNoAccess(data.no_access_reason ?? '', reasons)
  const write = (chosen: string | null, words: string) =>
    set({
      no_access_reason: noAccessText(
        reasons.find((one) => one.code === chosen),
        words,
      ),
    })
  return (
    <>
      <Choice
        name="no_access_reason"
        label={text('tech.field.no_access_reason')}
        columns={reasons.length > 4 ? 2 : 1}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        value={code}
        choose={(chosen) => write(chosen, comments)}
      />
      <Comments
        name="no_access_comments"
        label={text(code === otherReason ? 'tech.leave.comments' : 'tech.field.no_access_more')}
        value={comments}
        change={(words) => write(code, words)}
        hint={<Hint level="aviso">{text('tech.field.no_access_reason.hint')}</Hint>}
      />
      <Button size="glove" shape="wide" style={{ marginBottom: 12 }} onClick={() => set({ no_access_reason: null })}>
        {text('tech.no_access.undo')}
      </Button>
    </>
  )
}
