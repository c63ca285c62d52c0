import { readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../../', import.meta.url))

export const rooms = ['shared', 'server', 'web', 'e2e', 'scripts', 'bench'] as const

export type Room = (typeof rooms)[number]

/** Every file of a room with one of these endings, as a path from the top such as `shared/payout/amount.ts`, in order. */
export function filesOf(room: Room, endings: readonly string[]): readonly string[] {
  return readdirSync(`${top}${room}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(top, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .sort()
}

export function read(path: string): string {
  return readFileSync(`${top}${path}`, 'utf8')
}

/** Tests, and what only tests use, may reach for Node and for packages that the product does without. */
export function isOfTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/')
}
