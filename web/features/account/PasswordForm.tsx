import { ownWords } from '@hilo/domain/password.ts'
import { useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { useSession, session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Fields } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { answerOf } from './answer-of.ts'
import { PasswordField } from './PasswordField.tsx'
import { checkNew } from './PasswordNewScreen.tsx'

const initial = { current_pwd: '', pwd: '' }

/** Changes the password, given the current one. All other sessions end. */
export function PasswordForm() {
  const { user } = useSession().info
  const words = useMemo(() => ownWords(user.name, user.email), [user])
  const { send } = useSend('account/edit')
  const form = useForm({
    initial,
    check: ({ current_pwd, pwd }) => ({
      ...(current_pwd === '' && { current_pwd: text('profile.check.current') }),
      ...checkNew(pwd, words),
    }),
    send: async (values) => {
      const { app_token } = answerOf(await send(values))
      await session.accept({ ...session.get().info, ...(app_token && { app_token }) })
      form.reset()
      toast.success(text('profile.password.changed'))
      await queryClient.invalidateQueries({ queryKey: ['admin_vno/sessions/get'] })
    },
  })
  return (
    <FormPage form={form} yes={text('profile.password.change')}>
      <Fields>
        <PasswordField
          label={text('password.current')}
          value={form.values.current_pwd}
          set={(current_pwd) => form.set({ current_pwd })}
          wrong={form.wrong.current_pwd}
        />
        <PasswordField
          label={text('password.new')}
          hint={text('password.hint')}
          value={form.values.pwd}
          set={(pwd) => form.set({ pwd })}
          wrong={form.wrong.pwd}
          words={words}
        />
      </Fields>
    </FormPage>
  )
}
