import { parseSync, Visitor } from 'vite'

/**
 * What a program can harm with, and the only files that may name it. It shows what no request can show: that a thing is nowhere done.
 * Where a list is empty, there is no need.
 */
export const guardedNames: Readonly<Record<string, readonly string[]>> = {
  // Text that becomes a program or markup.
  eval: [],
  Function: [],
  'node:vm': [],
  innerHTML: [],
  outerHTML: [],
  insertAdjacentHTML: [],
  createContextualFragment: [],
  dangerouslySetInnerHTML: [],
  parseFromString: [],
  srcDoc: [],
  writeln: [],
  // Text that becomes SQL as it is: our own commands and types of columns.
  'sql.raw': [
    'server/entry/payout-rows.ts',
    'server/store/backup/postgres-restore.ts',
    'server/store/database.ts',
    'server/store/migrations/first-schema.ts',
  ],
  // Programs that are started: with lists of arguments, and never by a shell.
  'node:child_process': [
    'server/backups/backup-process.ts',
    'server/store/backup/postgres-programs.ts',
    'server/store/sqlite-compaction.ts',
  ],
  execSync: [],
  execFile: [],
  // The frame of the page, and no option of a program that is started.
  shell: ['web/app/shell.tsx'],
  // Connections that the server begins: to the provider, the identity provider and PostgreSQL.
  undici: [
    'server/provider/exchange.ts',
    'server/provider/provider-connection.ts',
    'server/webhooks/send-webhook.ts',
    'server/witness/send-line.ts',
  ],
  'openid-client': ['server/oidc/identity-provider.ts', 'server/oidc/library-failure.ts'],
  pg: ['server/store/postgres-locks.ts', 'server/store/postgres.ts'],
  'node:https': [],
  'node:http2': [],
  'node:tls': [],
  'node:dgram': [],
  createConnection: [],
  rejectUnauthorized: [],
  checkServerIdentity: [],
  NODE_TLS_REJECT_UNAUTHORIZED: [],
  allowInsecureRequests: ['server/oidc/identity-provider.ts'],
  // Requests of each page: one function, to its own origin.
  fetch: ['web/api/api.ts', 'web/details/calls.ts'],
  XMLHttpRequest: [],
  WebSocket: [],
  EventSource: [],
  sendBeacon: [],
  importScripts: [],
  // Where the page keeps something, and what hears other windows.
  localStorage: [
    'web/app/theme-switch.tsx',
    'web/details/draft.ts',
    'web/hints/first-hint.tsx',
    'web/import/import-flow.ts',
    'web/language/language.ts',
    'web/palette/single-keys.ts',
    'web/payouts/last-method.ts',
  ],
  sessionStorage: ['web/session/use-session.ts', 'web/state/tab-storage.ts'],
  indexedDB: [],
  caches: [],
  postMessage: [
    'web/details/details-page.tsx',
    'web/import/import-worker.ts',
    'web/import/worker/worker.ts',
    'web/paste/code-picture.tsx',
    'web/paste/message-reader.ts',
    'web/paste/message-worker.ts',
    'web/paste/qr-worker.ts',
    'web/session/use-session.ts',
    'web/ui/after-paint.ts',
  ],
  // Secrets come from `randomBytes`.
  'Math.random': ['server/kernel/clock.ts'],
  // Hashes and codes that a stranger can send are compared in a time that says nothing of them.
  timingSafeEqual: [
    'server/accounts/password-hash.ts',
    'server/accounts/totp.ts',
    'server/details/payee.ts',
    'server/store/audit/audit-log.ts',
    'server/store/row-mac.ts',
  ],
  // Standard output: the log, and the line with which a program begins or fails.
  console: [],
  'process.stdout': ['server/main.ts'],
  'process.stderr': ['server/main.ts'],
  'type any': [],
}

/** Every name, text, module and member such as `Math.random` in a source; comments are passed over. */
export function namesIn(path: string, source: string): ReadonlySet<string> {
  const names = new Set<string>()
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    JSXIdentifier: ({ name }) => void names.add(name),
    Literal: ({ value }) => void (typeof value === 'string' && names.add(value)),
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && property.type === 'Identifier') names.add(`${object.name}.${property.name}`)
    },
    TSAnyKeyword: () => void names.add('type any'),
  }).visit(program)
  return names
}

/** What hashes, MACs, ciphers and derived keys are made by: the first text that these functions of Node get. */
export function algorithmsIn(path: string, source: string): readonly string[] {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || !makers.includes(callee.name)) return
      found.push(first?.type === 'Literal' ? `${callee.name} ${first.value}` : callee.name)
    },
  }).visit(parseSync(path, source).program)
  return found
}

const makers = [
  'createHash',
  'createHmac',
  'createCipheriv',
  'createDecipheriv',
  'hkdfSync',
  'scrypt',
  'pbkdf2',
  'hash',
]
