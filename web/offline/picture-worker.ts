import { serveWorker } from '../native/worker-client.ts'
import { workOn } from './picture-work.ts'

serveWorker(workOn)
