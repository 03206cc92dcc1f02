/** Stops the process that some work starts, as a machine does that has no time for it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

const file = `/proc/self/task/${process.pid}/children`
const children = () => readFileSync(file, 'utf8').trim().split(' ')

export const onLinux = { skip: existsSync(file) ? false : 'only Linux says which processes are of this one' }

/** @returns the work, and what lets its process go on */
export async function stoppedChild<T>(begin: () => Promise<T>): Promise<{ work: Promise<T>; goOn: () => void }> {
  const before = children()
  let over = false
  const end = () => void (over = true)
  const work = begin()
  work.then(end, end)
  for (;;) {
    const pid = Number(children().find((one) => !before.includes(one)))
    if (pid > 0) {
      process.kill(pid, 'SIGSTOP')
      return { work, goOn: () => process.kill(pid, 'SIGCONT') }
    }
    assert.ok(!over, 'the work started no process')
    await nextTurn()
  }
}
