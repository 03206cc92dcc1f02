import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../kit/toasts.tsx'
import { fileName, saveFile } from '../download/save-file.ts'

/** Downloads a file stored on the server. */
export async function saveStored(fileId: number, name: string): Promise<void> {
  try {
    const response = await send('files/download', { file_id: fileId, disposition: 'attachment' })
    saveFile(await response.blob(), fileName(response, name))
  } catch (error) {
    toast.error(problemText(error))
  }
}
