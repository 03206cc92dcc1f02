import type { ReceivedFile, UploadContext, UploadHandler, WriteContext } from '../../kernel/handler.ts'
import { load } from '../../load/load.ts'
import type { Part } from '../../load/part.ts'
import { readTable } from '../../load/read-table.ts'
import { accessPart } from './load-accesses.ts'
import { orderPart } from './load-orders.ts'
import { creatorOf } from './order-lookup.ts'

type Path = 'admin_vno/orders/load' | 'admin_vno/accesses/load'
export interface Asked {
  preview?: boolean | undefined
  ignore_columns?: string[] | undefined
  vno_id?: number | undefined
}

/** A load of one kind of rows, for one operator. */
function loading(entity: string, name: string, partOf: (context: WriteContext, vnoId: number) => Part) {
  return async ({ files, store, principal }: UploadContext<Path> & { files: { file: ReceivedFile } }, asked: Asked) => {
    const { preview = false, ignore_columns: ignore, vno_id } = asked
    const vnoId = creatorOf(principal, vno_id)
    const table = await readTable(files.file, ['csv', 'xlsx'], principal.user.id)
    return async (context: WriteContext) => {
      const answer = await load(context, store, { table, parts: [partOf(context, vnoId)], preview, ignore, name })
      const { rows_ok, rows_error, result_file_id } = answer.record
      const after = { preview, vno_id: vnoId, rows_ok, rows_error, result_file_id, sha256: files.file.sha256 }
      context.audit({ entity, after })
      return answer
    }
  }
}

export const orderLoads = {
  'admin_vno/orders/load': loading(
    'service_order',
    'carga-ordenes',
    orderPart,
  ) satisfies UploadHandler<'admin_vno/orders/load'>,
  'admin_vno/accesses/load': loading(
    'access',
    'carga-accesos',
    accessPart,
  ) satisfies UploadHandler<'admin_vno/accesses/load'>,
}
