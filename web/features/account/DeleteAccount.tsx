import { limitsOf } from '../../api/limits.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { answerOf } from './answer-of.ts'
import { isForeign } from './installation.ts'
import { PasswordField } from './PasswordField.tsx'

const initial = { word: '', pwd: '', reason: '' }

/** Asks for a typed word and the password: deletion is final. */
export function DeleteAccount({ close }: { close: () => void }) {
  const { send } = useSend('account/delete')
  const unsent = useOutbox().filter(({ state }) => state !== 'sent').length
  const word = text('profile.delete.word')
  const form = useForm({
    limits: limitsOf('account/delete'),
    initial,
    check: (values) => ({
      ...(values.word.trim().toUpperCase() !== word && { word: text('profile.delete.check', { word }) }),
      ...(!isForeign() && values.pwd === '' && { pwd: text('profile.check.current') }),
    }),
    send: async ({ pwd, reason }) => {
      const wish = { ...(pwd !== '' && { pwd }), ...(reason.trim() !== '' && { reason: reason.trim() }) }
      await session.leave(async () => {
        answerOf(await send(wish))
        close()
        toast.success(text('profile.delete.done'))
      })
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('profile.delete.title')}
      sentence={text('profile.delete.sentence')}
      yes={text('profile.delete.yes')}
      danger
      close={close}
    >
      {unsent > 0 && (
        <p className="note full" data-tone="danger">
          {text('profile.delete.unsent', { count: unsent })}
        </p>
      )}
      <TextField form={form} name="word" label={text('profile.delete.type', { word })} />
      {!isForeign() && (
        <PasswordField
          label={text('password.current')}
          value={form.values.pwd}
          set={(pwd) => form.set({ pwd })}
          wrong={form.wrong.pwd}
        />
      )}
      <TextField form={form} name="reason" label={text('profile.delete.reason')} rows={2} optional />
    </FormDialog>
  )
}
