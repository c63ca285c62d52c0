/** `npm run rotate-key`: everything encrypted again with another data key, while no app runs. */
import { runDataProgram } from './data-program.mjs'

await runDataProgram('rotate-key', 'rotateKey')
