/** `npm run rotate-key`: everything sealed anew with another data key, while no desk runs. */
import { runDataProgram } from './data-program.mjs'

await runDataProgram('rotate-key', 'rotateKey')
