import { readConfig } from '../settings/config.ts'
import { holdWithOthers } from '../store/database.ts'

/** A program that holds the running lock of the database in its environment until it is killed. */
await holdWithOthers(readConfig().data)
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
