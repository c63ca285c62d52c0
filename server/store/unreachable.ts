/**
 * Whether an error says that the database cannot be used for now: it is down, restarts, or its disk is full. Nothing was saved, or
 * it is not known; the same intent may be sent again under its key.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.some((pattern) => pattern.test(code)) || messages.some((pattern) => pattern.test(error.message))
}

/** Of PostgreSQL: no connection, no room for one more, out of space, the database is closed, the server ends or starts. Of SQLite: locked too long, full, unreadable. */
const codes = [
  /^08/,
  /^53[123]00$/,
  /^55000$/,
  /^57P0[123]$/,
  /^E(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN)$/,
  /^SQLITE_(?:BUSY|FULL|IOERR|READONLY)/,
]

/** What the PostgreSQL client says without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
]
