import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../ui/toasts.tsx'
import { fileName, saveFile } from '../download/save-file.ts'

/** Hands over a file that the server keeps. */
export async function saveStored(fileId: number, name: string): Promise<void> {
  try {
    const response = await send('files/download', { file_id: fileId, disposition: 'attachment' })
    saveFile(await response.blob(), fileName(response, name))
  } catch (error) {
    toast.error(problemText(error))
  }
}
