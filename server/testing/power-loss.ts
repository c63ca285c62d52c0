import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine can compile what remembers unsynced writes. */
export const canLosePower = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** A folder that can lose what was not synced, as a disk does when the power goes. */
export interface FragileFolder {
  /** What a program is started with that writes to it. */
  readonly environment: Readonly<Record<string, string>>
  /** Call it before each start of the program: what is there is on the disk. */
  settle(): void
  /**
   * Call it once the program was killed. Of what was written since the last sync of its file, a share stays by chance, page by page and in no order; 0
   * takes all of it away. Answers how many pages went.
   */
  losePower(share: number): number
  remove(): void
}

/** What a disk writes at once. */
const pageBytes = 4096

/** Watches a folder by power-loss.c. */
export function fragileFolder(folder: string): FragileFolder {
  const place = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const library = join(place, 'power-loss.so')
  const synced = join(place, 'synced')
  const source = join(import.meta.dirname, 'power-loss.c')
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread'])
  if (status !== 0) throw new Error(String(stderr))
  return {
    environment: { LD_PRELOAD: library, POWER_LOSS_OF: folder, POWER_LOSS_TO: synced },
    settle: () => {
      rmSync(synced, { recursive: true, force: true })
      mkdirSync(synced)
    },
    losePower: (share) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
      const shadowOf = new Map(readdirSync(synced).map((inode) => [Number(inode), join(synced, inode)]))
      return files.reduce((lost, file) => {
        const shadow = shadowOf.get(statSync(file).ino)
        return shadow === undefined ? lost : lost + loseUnsynced(file, readFileSync(shadow), share)
      }, 0)
    },
    remove: () => rmSync(place, { recursive: true }),
  }
}

function loseUnsynced(file: string, synced: Buffer, share: number): number {
  const written = readFileSync(file)
  const isLonger = Math.random() < share
  const after = Buffer.alloc((isLonger ? written : synced).length)
  let lost = Math.ceil(Math.max(0, written.length - after.length) / pageBytes)
  for (let at = 0; at < after.length; at += pageBytes) {
    const [before, now] = [synced, written].map((bytes) => bytes.subarray(at, at + pageBytes))
    if (before === undefined || now === undefined) continue
    const isKept = before.equals(now) || Math.random() < share
    if (!isKept) lost += 1
    after.set((isKept ? now : before).subarray(0, after.length - at), at)
  }
  writeFileSync(file, after)
  return lost
}
