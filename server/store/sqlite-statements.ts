import type { SqliteStatement } from 'kysely'
import type SqliteFile from 'libsql'

/** More are rarely asked again; each takes some kilobytes. */
const mostKept = 300

/**
 * Prepares statements, each text once while it is among the last that were asked: preparing takes longer than most of them run. SQLite itself
 * prepares one again whose tables or their statistics have changed, but for an `explain`, which never looks. One that failed is not used again,
 * as libsql may leave it under way.
 */
export function keptStatements(file: SqliteFile.Database): (text: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>()
  const keep = (text: string, statement: SqliteStatement) => {
    kept.delete(text)
    kept.set(text, statement)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return statement
  }
  return (text) => {
    const statement = kept.get(text) ?? checked(file.prepare(text), () => kept.delete(text))
    return text.startsWith('explain') ? statement : keep(text, statement)
  }
}

/** Refuses a text with NUL, as PostgreSQL does: SQLite would keep what precedes it and report no error. */
function checked(statement: SqliteFile.Statement, onFailure: () => void): SqliteStatement {
  const run = <Result>(values: readonly unknown[], work: (values: readonly unknown[]) => Result): Result => {
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw new Error('A text holds NUL.')
    try {
      return work(values)
    } catch (error) {
      onFailure()
      throw error
    }
  }
  return {
    reader: statement.reader,
    all: (values) => run(values, (whole) => statement.all(whole)),
    run: (values) => run(values, (whole) => statement.run(whole)),
    iterate: (values) => run(values, (whole) => statement.iterate(whole)),
  }
}
