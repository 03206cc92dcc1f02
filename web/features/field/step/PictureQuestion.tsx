import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import phone from '../phone.module.css'
import css from './picture.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'
import { StateSign } from '../StateSign.tsx'
import type { Question } from './use-pictures.ts'

interface PictureQuestionProps {
  question: Question
  again: () => void
  close: () => void
}

/** Reports a doubtful picture at once, while the technician can still retake it. */
export default function PictureQuestion({ question, again, close }: PictureQuestionProps) {
  if (question.kind !== 'fault') return <DoubtSheet question={question} again={again} close={close} />
  return (
    <Sheet title={text('tech.picture.fault')} close={close}>
      <p>{text(question.fault ? `tech.picture.fault.${question.fault}` : 'tech.picture.unreadable')}</p>
      <Acts again={again} close={close} other={text('shell.close')} leave={close} />
    </Sheet>
  )
}

type Doubtful = Exclude<Question, { kind: 'fault' }>

function wordsOf(question: Doubtful): { title: string; sentence: string } {
  if (question.kind === 'doubt')
    return { title: text(`tech.picture.${question.doubt}`), sentence: text(`tech.picture.${question.doubt}.text`) }
  const { read, due } = question
  return { title: text('tech.picture.other_label'), sentence: text('tech.picture.other_label.text', { read, due }) }
}

function DoubtSheet({ question, again, close }: Omit<PictureQuestionProps, 'question'> & { question: Doubtful }) {
  const { picture } = question
  const { title, sentence } = wordsOf(question)
  const settled = useRef(false)
  const shown = useRef(false)
  const settle = (keepsPicture: boolean) => {
    if (settled.current) return
    settled.current = true
    void question.settle(keepsPicture)
    close()
  }
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => {
    // If the page is hidden without an answer, keep the picture: the page may be killed in the background.
    const hidden = () => document.hidden && latest.current(true)
    document.addEventListener('visibilitychange', hidden)
    shown.current = true
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      shown.current = false
      // Unmounted, rather than mounted again by Strict Mode.
      setTimeout(() => !shown.current && latest.current(true))
    }
  }, [])
  return (
    <Sheet title={title} close={() => settle(true)}>
      <Shown picture={picture} />
      <p className={phone.heading}>
        <StateSign level="aviso" size={26} />
        {sentence}
      </p>
      <Acts
        again={() => {
          settle(false)
          again()
        }}
        close={close}
        other={text('tech.picture.use')}
        leave={() => settle(true)}
      />
    </Sheet>
  )
}

function Shown({ picture }: { picture: Blob }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return <div className={css.shown}>{url && <img className="block full tall" src={url} alt="" />}</div>
}

function Acts({
  again,
  close,
  other,
  leave,
}: {
  again: () => void
  close: () => void
  other: string
  leave: () => void
}) {
  return (
    <div className={phone.row}>
      <Button size="glove" shape="square" style={{ width: 132 }} onClick={leave}>
        {other}
      </Button>
      <Button
        kind="main"
        size="glove"
        onClick={() => {
          again()
          close()
        }}
      >
        {text('tech.picture.again')}
      </Button>
    </div>
  )
}
