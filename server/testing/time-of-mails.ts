import Database from 'libsql'
import { sqliteFileIn } from '../store/database-kind.ts'

/** As if the time of all mails that wait had come. */
export function makeMailsDue(dataDirectory: string): void {
  // The server may be writing.
  const database = new Database(sqliteFileIn(dataDirectory), { timeout: 30_000 })
  database.exec("update deliveries set due_at = '' where way = 'mail' and state = 'waiting'")
  database.close()
}
