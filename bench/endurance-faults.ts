import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { EnduranceProvider } from './endurance-provider.ts'
import type { Site } from './endurance-site.ts'

/** Makes a fault, holds it and repairs it. Resolves once it is repaired. */
export type Fault = (site: Site) => Promise<void>

/** A fault holds on for so long, where it does not pass at once. */
const heldMs = 15_000

/** All faults that a site can have, by what they are called; `crash` kills its PostgreSQL. */
export function faultsOf(provider: EnduranceProvider, crash?: () => void): readonly (readonly [string, Fault])[] {
  return [
    ['a server is killed', killServer],
    [
      'the provider is down',
      () =>
        held(
          () => provider.stop(),
          () => provider.start(),
        ),
    ],
    ['a server is frozen', freezeServer],
    [
      'a clock is ahead',
      ({ servers: [, second] }) =>
        held(
          () => second.jump(600),
          () => second.jump(0),
        ),
    ],
    ...(crash === undefined
      ? ([['the disk is full', fillDisk]] as const)
      : ([['PostgreSQL is killed', async () => crash()]] as const)),
    [
      'a clock is behind',
      ({ servers: [, second] }) =>
        held(
          () => second.jump(-600),
          () => second.jump(0),
        ),
    ],
  ]
}

async function held(begin: () => void | Promise<void>, mend: () => void | Promise<void>): Promise<void> {
  await begin()
  await wait(heldMs)
  await mend()
}

async function killServer({ servers: [first] }: Site): Promise<void> {
  await first.end('SIGKILL')
  await first.start()
}

async function freezeServer({ servers: [first] }: Site): Promise<void> {
  const pid = first.pid()
  await held(
    () => void process.kill(pid, 'SIGSTOP'),
    () => void process.kill(pid, 'SIGCONT'),
  )
}

async function fillDisk({ folder }: Site): Promise<void> {
  const filler = join(folder, 'filler')
  await held(
    () => fill(filler),
    () => rmSync(filler),
  )
}

function fill(path: string): void {
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(1024 * 1024)
  for (let size = piece.length; size >= 1; ) {
    try {
      writeSync(file, piece, 0, size)
    } catch {
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
}
