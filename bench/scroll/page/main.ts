/** One of the two grids, by address: same rows, columns and place. */
import '../../../web/kit/tokens.css'
import '../../../web/kit/base.css'
import '../../../web/kit/tones.css'

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
const { show } = await (location.hash === '#ag' ? import('./ag.ts') : import('./hilo.ts'))
await show(root)
