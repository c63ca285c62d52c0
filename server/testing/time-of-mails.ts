import Database from 'libsql'
import { sqliteFileIn } from '../store/database-kind.ts'

/** As if the time of all mails that wait had come. */
export function makeMailsDue(dataDirectory: string): void {
  const database = new Database(sqliteFileIn(dataDirectory))
  database.exec("update deliveries set due_at = '' where way = 'mail' and state = 'waiting'")
  database.close()
}
