import { posix } from 'node:path'
import { computed, isOfTests, type Room, rooms } from './source-files.ts'

interface RoomRule {
  readonly rooms: readonly Room[]
  readonly node: boolean
  /** The packages that the room may use; undefined: any. A new one comes with a decision record. */
  readonly packages?: readonly string[]
}

/** `web → shared ← server`, never the other way; `shared` knows no DOM, no Node and no network. */
const roomRules: Readonly<Record<Room, RoomRule>> = {
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
      'libsql',
      'libsql/promise',
      'lossless-json',
      'openid-client',
      'pg',
      'pino',
      'prom-client',
      'undici',
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
      'react-hook-form',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'uqr',
      'wouter',
      'wouter/use-browser-location',
      'zod/mini',
    ],
  },
  e2e: { rooms: ['e2e', 'shared'], node: true },
  scripts: { rooms: ['scripts', 'shared'], node: true },
  bench: { rooms: ['bench', 'scripts', 'server', 'shared'], node: true },
}

/** Why this file must not import this module; undefined when it may. */
export function borderError(path: string, module: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined) return `${path} stands in no room`
  const rule = roomRules[room]
  if (module === computed) return room === 'scripts' ? undefined : 'the imported module must be named'
  if (module.startsWith('node:')) return rule.node || isOfTests(path) ? undefined : `${room} does without Node`
  const target = projectPath(path, module)
  if (target === undefined) {
    const allowed = isOfTests(path) || (rule.packages?.includes(module) ?? true)
    if (!allowed) return `${module} is not among the packages of ${room}`
    return isOfDatabases(module) && !isOfStore(path) ? 'only server/store knows how databases are spoken to' : undefined
  }
  // A backup says which version made it.
  if (path === 'server/store/backup/manifest.ts' && target === 'package.json') return undefined
  const targetRoom = roomOf(target)
  if (targetRoom === undefined || !rule.rooms.includes(targetRoom)) return `${room} does not know ${target}`
  return spellingError(path, module, targetRoom) ?? innerError(path, target)
}

function isOfDatabases(module: string): boolean {
  return ['kysely', 'libsql', 'libsql/promise', 'pg'].includes(module)
}

function isOfStore(path: string): boolean {
  return path.startsWith('server/store/') || path.startsWith('bench/') || isOfTests(path)
}

function roomOf(path: string): Room | undefined {
  return rooms.find((room) => path.startsWith(`${room}/`))
}

/** Where the module stands in the project; undefined for a package. */
export function projectPath(path: string, module: string): string | undefined {
  if (module.startsWith('#')) return module.slice(1)
  return module.startsWith('.') ? posix.join(posix.dirname(path), module) : undefined
}

/** One way to write each import: `#shared/…` from elsewhere and for another folder of shared; all else is relative. */
function spellingError(path: string, module: string, targetRoom: Room): string | undefined {
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

/** From the ground up: a folder of web knows those of lower floors, and none of its own floor but itself. */
const webFloors = [
  ['jsx', 'state'],
  ['language'],
  ['ui'],
  ['api'],
  ['screen'],
  ['drafts'],
  ['session'],
  ['sign-in'],
  ['credentials'],
  ['account', 'enrol'],
  ['activity', 'conflict', 'hints'],
  ['rule-links'],
  ['rules'],
  ['validations'],
  ['entry'],
  ['discard', 'outcomes', 'palette', 'paste'],
  ['payouts'],
  ['about', 'batches', 'beneficiaries', 'exports', 'import', 'people', 'review', 'settings'],
  ['outcome-file'],
  ['app'],
]

/** `state ← language ← ui ← api ← screen … ← entry ← payouts ← (beneficiaries, exports, review …) ← app`, never backwards. */
function webError(path: string, target: string): string | undefined {
  if (target.includes('/testing/')) return 'only tests use what is for tests'
  return floorError(webFloors, path, target)
}

/** The same of shared. */
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

/** What an entry is, and its fields: the ground under all floors, which itself stands on nothing but the catalogs. */
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

function floorError(floors: readonly (readonly string[])[], path: string, target: string): string | undefined {
  const [from, to] = [folderOf(path), folderOf(target)]
  const floorOf = (folder: string) => floors.findIndex((folders) => folders.includes(folder))
  if (floorOf(from) < 0 || floorOf(to) < 0) return `${from} or ${to} is on no floor`
  return from === to || floorOf(to) < floorOf(from) ? undefined : `${from} does not know ${to}`
}

/** Only these build things; everything else is handed what it needs. */
const builders = ['server/app.ts', 'server/http-server.ts', 'server/main.ts', 'server/start-app.ts']

const startsSandbox = 'server/start-app.ts'

/** The sandbox stands in for the provider on the wire, so it has the names of the wire in common with its client. */
const wireNames = 'server/provider/wire-names.ts'

const outermost = ['provider', 'store']

/** `routes → (merchant, validations …) → (provider, store)`, never backwards. */
function serverError(path: string, target: string): string | undefined {
  const from = folderOf(path)
  const to = folderOf(target)
  if (target.includes('/testing/')) return 'only tests use what is for tests'
  if (to === 'sandbox' && from !== 'sandbox' && path !== startsSandbox) return 'only start-app.ts knows the sandbox'
  if (from === '' || from === to) return undefined
  if (builders.includes(target)) return `${target} builds: nothing in a folder knows it`
  if (to === '')
    return target === 'server/app-deps.ts' && from !== 'routes' ? 'only routes are handed all parts' : undefined
  if (from === 'sandbox') return target === wireNames ? undefined : 'the sandbox stands alone'
  if (from === 'routes')
    return outermost.includes(to) ? 'a route asks the provider through what it is handed' : undefined
  // The contract is generated from the routes’ declarations.
  if (from === 'openapi' && to === 'http') return undefined
  // Who asks is found out where requests come in.
  if (from === 'http' && to === 'people') return undefined
  const isDomain = from !== 'http' && !outermost.includes(from)
  return isDomain && to !== 'routes' && to !== 'http' ? undefined : `${from} does not know ${to}`
}

/** `provider` for `server/provider/retries.ts`; empty at the top of the room. */
function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/')
  return rest.length > 0 ? folder : ''
}
