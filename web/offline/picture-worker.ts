import { answering } from '../native/thread.ts'
import { workOn } from './picture-work.ts'

answering(workOn)
