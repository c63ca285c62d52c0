import { floorError, folderOf } from './floors.ts'
import { computed, isOfTests, projectPath, type SourceFolder, sourceFolders } from './source-files.ts'
import { webError } from './web-borders.ts'

interface FolderRule {
  readonly rooms: readonly SourceFolder[]
  readonly node: boolean
  /** The packages that the room may use; undefined: any. A new one comes with a decision record. */
  readonly packages?: readonly string[]
}

/** `web → shared ← server`, never the other way; `shared` knows no DOM, no Node and no network. */
const roomRules: Readonly<Record<SourceFolder, FolderRule>> = {
  shared: { rooms: ['shared'], node: false, packages: ['icu-minify/compile', 'icu-minify/format', 'zod/mini'] },
  server: {
    rooms: ['server', 'shared'],
    node: true,
    packages: [
      '@simplewebauthn/server',
      'express',
      'graphql',
      'helmet',
      'jose',
      'kysely',
      'leven',
      'libsql',
      'libsql/promise',
      'lossless-json',
      'nodemailer',
      'openid-client',
      'pg',
      'pino',
      'prom-client',
      'undici',
      'unhomoglyph',
      'zod/mini',
    ],
  },
  web: {
    rooms: ['web', 'shared'],
    node: false,
    packages: [
      '@hookform/resolvers',
      '@simplewebauthn/browser',
      '@tanstack/react-query',
      'icu-minify/format',
      'react',
      'react-dom',
      'react-dom/client',
      'qr',
      'qr/decode.js',
      'react-hook-form',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'wouter',
      'wouter/use-browser-location',
      'zod/mini',
    ],
  },
  e2e: { rooms: ['e2e', 'shared'], node: true },
  scripts: { rooms: ['scripts', 'bin', 'shared'], node: true },
  bin: { rooms: ['bin'], node: true },
  bench: { rooms: ['bench', 'scripts', 'bin', 'server', 'shared'], node: true },
}

/** Why this file must not import this module; undefined when it may. */
export function borderError(path: string, module: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined) return `${path} is in no known folder`
  const rule = roomRules[room]
  if (module === computed) return room === 'scripts' || room === 'bin' ? undefined : 'the imported module must be named'
  if (module.startsWith('node:')) return rule.node || isOfTests(path) ? undefined : `${room} does without Node`
  const target = projectPath(path, module)
  if (target === undefined) {
    const allowed = isOfTests(path) || (rule.packages?.includes(module) ?? true)
    if (!allowed) return `${module} is not among the packages of ${room}`
    return databaseError(path, module)
  }
  // The server says which version it is.
  if (path === 'server/kernel/version.ts' && target === 'package.json') return undefined
  // What a browser fetches is compared with what the budget counts.
  if (path === 'e2e/first-load.spec.ts' && target === 'scripts/first-load.mjs') return undefined
  // What the server calls and mails is the same in a browser test.
  if (path.startsWith('e2e/') && target.startsWith('server/testing/')) return undefined
  const targetRoom = roomOf(target)
  if (targetRoom === undefined || !rule.rooms.includes(targetRoom)) return `${room} does not know ${target}`
  return spellingError(path, module, targetRoom) ?? innerError(path, target)
}

function databaseError(path: string, module: string): string | undefined {
  if (path.startsWith('server/store/') || path.startsWith('bench/') || isOfTests(path)) return undefined
  if (['libsql', 'libsql/promise', 'pg'].includes(module)) return 'only server/store knows how databases are spoken to'
  return module === 'kysely' && !holdsQueries.test(path) ? 'queries are in a file of rows' : undefined
}

/** The rows of a domain, their trail in the audit log, and what searches them. */
const holdsQueries = /^server\/(.+-(rows|trail)|(.+\/)?search\/[^/]+)\.ts$/

function roomOf(path: string): SourceFolder | undefined {
  return sourceFolders.find((room) => path.startsWith(`${room}/`))
}

/** One way to write each import: `#shared/…` from elsewhere and for another folder of shared; all else is relative. */
function spellingError(path: string, module: string, targetRoom: SourceFolder): string | undefined {
  if (targetRoom !== 'shared') return module.startsWith('#') ? 'only shared is imported by #' : undefined
  const isBeside = roomOf(path) === 'shared' && module.startsWith('./')
  return isBeside || module.startsWith('#') ? undefined : 'write #shared/… for another folder'
}

function innerError(path: string, target: string): string | undefined {
  if (path.startsWith('web/ui/')) return isOfControls(target) ? undefined : 'web/ui knows no domain word'
  if (path.startsWith('web/') && target.startsWith('web/') && !isOfTests(path)) return webError(path, target)
  if (path.startsWith('shared/') && !isOfTests(path)) return sharedError(path, target)
  if (path.startsWith('server/') && target.startsWith('server/') && !isOfTests(path)) return serverError(path, target)
  return undefined
}

/** Controls speak in the page's language. */
function isOfControls(target: string): boolean {
  return (
    target.startsWith('web/ui/') ||
    target.startsWith('web/state/') ||
    ['catalog', 'formats', 'language', 'translate'].some((name) => target === `web/language/${name}.ts`)
  )
}

/** From the ground up: a folder of shared knows those of lower floors, and none of its own floor but itself. */
const sharedFloors = [
  ['language'],
  ['api', 'banks', 'check-digits'],
  ['rule-book'],
  ['countries'],
  ['payout'],
  ['files', 'paste', 'spreadsheet', 'validation'],
  ['rules'],
  ['import'],
]

/** What an entry is, and its fields. Everything in shared/ may import these; they import nothing but the message catalogs. */
const entryShape = ['shared/payout/fields.ts', 'shared/payout/entry.ts']

/** `language ← (api, banks, check-digits) ← rule-book ← countries ← payout ← (files, paste, spreadsheet, validation) ← rules ← import`, never backwards. */
function sharedError(path: string, target: string): string | undefined {
  if (target.includes('/testing/')) return 'only tests use what is for tests'
  if (entryShape.includes(path))
    return entryShape.includes(target) || folderOf(target) === 'language'
      ? undefined
      : `${path} knows nothing but the shape of an entry`
  if (entryShape.includes(target)) return undefined
  return floorError(sharedFloors, path, target)
}

/** The same of the server; only `main.ts` is on top of all. */
const serverFloors = [
  ['kernel'],
  ['provider', 'store'],
  ['people', 'problems', 'sandbox', 'search', 'writes'],
  ['deliveries', 'jobs', 'proposals'],
  ['accounts', 'amount-limits', 'backups', 'bank-names', 'drafts', 'entry', 'events', 'merchant', 'metrics', 'witness'],
  ['policy', 'settings', 'validations', 'webhooks'],
  ['http', 'payout-state', 'tokens'],
  ['beneficiaries', 'notifications', 'openapi'],
  ['details', 'mail', 'payouts'],
  ['batches', 'exports', 'people-admin'],
  ['lists'],
  ['activity', 'batch-validations', 'oidc', 'outcomes', 'sample-data'],
  ['privacy'],
  ['routes'],
  ['app', 'programs'],
  [''],
]

/** Folders that only these know, whatever floor they are on. */
const knownBy: Readonly<Record<string, readonly string[]>> = {
  http: ['app', 'openapi', 'routes'],
  openapi: ['routes'],
  privacy: ['routes'],
}

const startsSandbox = 'server/app/start-app.ts'

/** The sandbox simulates the provider on the wire, so it shares the names of the wire with the provider's client. */
const wireNames = 'server/provider/wire-names.ts'

/** What the routes are handed, by its types. */
const handedToRoutes = 'server/routes/app-deps.ts'

/** `(provider, store) ← people … ← entry ← payout-state ← beneficiaries ← payouts ← (batches, exports …) ← routes ← app`, never backwards. */
function serverError(path: string, target: string): string | undefined {
  const from = folderOf(path)
  const to = folderOf(target)
  if (target.includes('/testing/')) return 'only tests use what is for tests'
  if (to === 'sandbox' && from !== to && path !== startsSandbox) return 'only start-app.ts knows the sandbox'
  if (from === 'sandbox' && to !== from)
    return target === wireNames ? undefined : 'the sandbox imports nothing else of the server'
  if (from === 'routes' && ['provider', 'store'].includes(to) && path !== handedToRoutes)
    return 'a route asks the provider through what it is handed'
  const isKnown = from === to || (knownBy[to]?.includes(from) ?? true)
  return isKnown ? floorError(serverFloors, path, target) : `${from} does not know ${to}`
}
