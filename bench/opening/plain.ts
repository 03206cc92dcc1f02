/**
 * What a list costs a browser at least: one page with a script of twenty lines that asks the limit for the same fifty rows
 * and writes them as text into a table. No session, no client, no styles but lines between rows.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fields of the columns that the product's list shows at first. */
const fields = ['label', 'cto.code', 'number', 'state', 'vno.name', 'access.code', 'drop.code', 'ont.serial', 'rx_dbm']

const page = (values: readonly unknown[]) => `<!doctype html>
<html lang="es"><meta charset="utf-8"><title>Puertos</title>
<style>table { border-collapse: collapse } td { border-bottom: 1px solid #ccc; padding: 4px 8px }</style>
<button id="turn">Puerto</button><table><tbody></tbody></table>
<script>
  const body = document.querySelector('tbody')
  const at = (record, path) => path.split('.').reduce((value, name) => value?.[name], record) ?? ''
  const show = async (statement) => {
    const answer = await fetch('/' + statement, { method: 'POST', body: ${JSON.stringify(JSON.stringify(values))} })
    const { records } = await answer.json()
    body.replaceChildren(...records.map((record) => {
      const row = document.createElement('tr')
      for (const path of ${JSON.stringify(fields)}) row.insertCell().textContent = at(record, path)
      return row
    }))
  }
  document.querySelector('#turn').onclick = () => show('portsTurned')
  void show('ports')
</script></html>`

/** Serves the page and hands its questions on to the limit. */
export async function servePlain(limitPort: number, values: readonly unknown[]) {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(page(values))
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const asked = { method: 'POST', body: Buffer.concat(parts) }
      const answered = await fetch(`http://127.0.0.1:${limitPort}${request.url}`, asked)
      return response.writeHead(answered.status).end(Buffer.from(await answered.arrayBuffer()))
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
