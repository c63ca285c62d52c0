import { wipeRemains } from './sqlite-remains.ts'

/** The process that wipes what erasures left in the file of the database, for the server that started it. */
await wipeRemains(process.argv[2] ?? '')
