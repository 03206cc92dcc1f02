/** One of the two grids, as the address says: the same rows, the same columns, the same place. */
import '../../../web/ui/theme.css'
import '../../../web/ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
const { show } = await (location.hash === '#ag' ? import('./ag.ts') : import('./hilo.ts'))
await show(root)
