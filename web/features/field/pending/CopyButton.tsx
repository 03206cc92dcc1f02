import { Button } from '../../../kit/Button.tsx'
import { shareUnsentExport } from '../../../offline/export-unsent.ts'
import type { Operation } from '../../../offline/operation.ts'
import { text } from '../../../ui/text.ts'
import { useOnce } from '../use-once.ts'

/** Shares a copy of unsent operations. */
export function CopyButton({ operations }: { operations: readonly Operation[] }) {
  const { busy, run } = useOnce(() => shareUnsentExport(operations))
  return (
    <Button size="glove" shape="wide" busy={busy} onClick={() => void run()}>
      {text('tech.pending.copy')}
    </Button>
  )
}
