/** Why a database does not work, where that is no bug: the problem that its users see, and what those who run it can do. */
export interface Trouble {
  readonly problem: 'STORE_UNAVAILABLE' | 'STORE_BUSY' | 'STORE_FULL' | 'STORE_DAMAGED'
  /** As SQLite, PostgreSQL or the operating system calls it. */
  readonly code: string
  readonly advice: string
}

/**
 * The state of the database that an error shows; undefined where it is a bug. Nothing was saved, or it is not known; the same intent may be sent
 * again under its key.
 */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined
  const given = 'code' in error ? String(error.code) : ''
  const code = given === '' ? codeless.find(({ says }) => says.test(error.message))?.code : given
  if (code === undefined) return undefined
  const found = troubles.find(({ codes }) => codes.test(code))
  return found && { problem: found.problem ?? 'STORE_UNAVAILABLE', code, advice: found.advice }
}

/** One line for who starts a program on the database, where whatever SQLite does not understand comes of the file; undefined for a bug. */
export function explainTrouble(error: unknown): string | undefined {
  const { code, advice } = troubleOf(error) ?? fileTroubleOf(error) ?? {}
  return advice && `${advice} (${code})`
}

/** What a damaged database asks of a person. */
export const damaged =
  'the database is damaged: end all servers on it, keep a copy of it, and bring back a backup with npm run restore'

interface KnownTrouble {
  readonly codes: RegExp
  readonly problem?: Trouble['problem']
  readonly advice: string
}

const troubles: readonly KnownTrouble[] = [
  { codes: /^(?:SQLITE_(?:CORRUPT|NOTADB).*|XX00[12])$/, problem: 'STORE_DAMAGED', advice: damaged },
  {
    codes: /^(?:SQLITE_FULL|53100)$/,
    problem: 'STORE_FULL',
    advice: 'the disk of the database is full: free space on it',
  },
  {
    codes: /^(?:SQLITE_IOERR.*|58030)$/,
    advice: 'the disk of the database fails to read or write: look at its health, and whether it is mounted',
  },
  {
    codes: /^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH).*$/,
    advice:
      'the file of the database cannot be opened or written: give the user of this program DATA_DIR and all in it',
  },
  {
    codes: /^(?:STORE_BUSY|SQLITE_(?:BUSY|LOCKED).*|55P03)$/,
    problem: 'STORE_BUSY',
    advice:
      'more is asked of the database than it does in time: look at its disk and this machine, and for a process that holds its write lock and hangs',
  },
  {
    codes: /^(?:25P03|57014)$/,
    advice: 'PostgreSQL took too long: pg_stat_activity shows what holds it up, such as another server that hangs',
  },
  { codes: /^53200$/, advice: 'PostgreSQL has no memory left: give it more, or end what takes it' },
  { codes: /^53[34]00$/, advice: 'PostgreSQL takes no more connections: end some, or raise max_connections' },
  { codes: /^57P0[123]$/, advice: 'PostgreSQL ends, starts or has crashed: its own log says which' },
  { codes: /^(?:3D000|57P04|55000)$/, advice: 'PostgreSQL does not open the database that DATABASE_URL names' },
  {
    codes: /^(?:28...|42501)$/,
    advice: 'PostgreSQL refuses the user of DATABASE_URL: look at its password and rights',
  },
  { codes: /^25006$/, advice: 'PostgreSQL takes no writes: DATABASE_URL must name the primary, not a standby' },
  {
    codes: /^(?:08...|E(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/,
    advice: 'PostgreSQL is not reached: look whether it runs at the address of DATABASE_URL',
  },
]

/** What the clients of PostgreSQL and SQLite say without a code, and the code that comes nearest. */
const codeless: readonly { readonly says: RegExp; readonly code: string }[] = [
  { says: /^(?:Connection terminated|Client has encountered a connection error)/, code: '08006' },
  { says: /^timeout expired/, code: '08006' },
  // All connections of this process are in use.
  { says: /^timeout exceeded when trying to connect/, code: 'STORE_BUSY' },
  { says: /^ConnectionFailed\("Unable to open connection to local database/, code: 'SQLITE_CANTOPEN' },
]

/** Of the files of a database that no request asks for. */
function fileTroubleOf(error: unknown): Omit<Trouble, 'problem'> | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')) return { code, advice: damaged }
  if (!('path' in error) || !('syscall' in error)) return undefined
  return { code, advice: `${String(error.path)} cannot be used: ${remedies[code] ?? remedy}` }
}

const remedy = 'it must be there and belong to the user of this program'

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on its disk',
  EDQUOT: 'free space on its disk',
  EEXIST: 'a file is where a folder should be',
  ENOTDIR: 'a file is where a folder should be',
}
