import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { useState } from 'react'
import { mustChooseOperator } from '../../lists/load/OperatorChoice.tsx'
import { useUpload } from '../../lists/load/use-upload.ts'
import { text } from '../../ui/text.ts'
import type { Load } from './loads.ts'

/** State of a load: dry run, then load. */
export function useLoad(load: Load, kind: string) {
  const { upload, sent } = useUpload(load.path)
  const [file, setFile] = useState<File | null>(null)
  const [operator, setOperator] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [answer, setAnswer] = useState<LoadAnswer['record'] | null>(null)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const needsOperator = !load.neutral && mustChooseOperator()
  const run = async (chosen: File, whose: number | null, preview: boolean, ignore: readonly string[]) => {
    setFault(null)
    setUnknown([])
    const more = load.neutral ? { kind } : whose === null ? {} : { vno_id: whose }
    const leave = ignore.length > 0 ? { ignore_columns: [...ignore] } : {}
    const done = await upload(chosen, { preview, ...more, ...leave })
    if (!done) return
    if ('fault' in done) {
      setFault(done.fault)
      setUnknown(done.unknown)
    } else setAnswer(done.answer.record)
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    setAnswer(null)
    setIgnored([])
    if (needsOperator && operator === null) return setFault(text('load.operator.missing'))
    void run(chosen, operator, true, [])
  }
  const chooseOperator = (whose: number | null) => {
    setOperator(whose)
    setAnswer(null)
    setFault(null)
    if (file && whose !== null) void run(file, whose, true, ignored)
  }
  const refuse = (sentence: string) => {
    setFile(null)
    setAnswer(null)
    setUnknown([])
    setFault(sentence)
  }
  const apply = () => file && void run(file, operator, false, ignored)
  const again = () => file && void run(file, operator, true, ignored)
  const ignore = (heads: readonly string[]) => {
    const all = [...ignored, ...heads]
    setIgnored(all)
    if (file) void run(file, operator, true, all)
  }
  return {
    ...{ file, sent, fault, unknown, answer, operator, needsOperator },
    ...{ choose, chooseOperator, refuse, apply, again, ignore },
  }
}
