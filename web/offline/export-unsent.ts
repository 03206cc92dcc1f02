/** Export of everything unsent as one file, as a backup for the user. */
import { session } from '../api/session.ts'
import { toBase64 } from '../native/base64.ts'
import { shareFile } from '../native/share.ts'
import { text } from '../ui/text.ts'
import { serverNowIso } from '../api/clock.ts'
import { deviceStore } from './device-store.ts'
import { pending, type Operation } from './operation.ts'

async function dataUrl(blob: Blob): Promise<string> {
  return `data:${blob.type};base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`
}

async function plain({ files, ...one }: Operation) {
  const pictures = Object.entries(files).map(async ([name, blob]) => [name, await dataUrl(blob)] as const)
  return { ...one, files: Object.fromEntries(await Promise.all(pictures)) }
}

async function draftsOf(user: number) {
  const keys = (await deviceStore.keys('drafts')).filter((key) => key.startsWith(`${user}/`))
  return Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key, await deviceStore.get('drafts', key)] as const)),
  )
}

/** Shares a file with the unsent operations, pictures included. */
export async function shareUnsentExport(
  operations: readonly Operation[],
  user: { id: number; name: string } = session.get().info.user,
): Promise<void> {
  const saved_at = serverNowIso()
  const content = {
    user: { id: user.id, name: user.name },
    saved_at,
    operations: await Promise.all(pending(operations).map(plain)),
    drafts: await draftsOf(user.id),
  }
  const name = `hilo-pendiente-${saved_at.slice(0, 16).replace(/\D/g, '')}.json`
  const file = new File([JSON.stringify(content, null, 2)], name, { type: 'application/json' })
  await shareFile(file, text('tech.copy.title'))
}
