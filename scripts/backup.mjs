/** `npm run backup -- <file>`: the whole database in one file, also while the server runs. */
import { runDataProgram } from './data-program.mjs'

await runDataProgram('backup')
