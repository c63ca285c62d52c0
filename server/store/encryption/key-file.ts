import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type KeyRing, keyRingText } from './key-ring.ts'

/** Puts a key ring in place of the one in a file. Whatever happens meanwhile, the file holds either as a whole, also on the disk. */
export function replaceKeyFile(path: string, ring: KeyRing): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, keyRingText(ring), { mode: 0o600, flush: true })
  renameSync(draft, path)
  syncDirectoryOf(path)
}

/** Waits until the disk knows the file by its name. */
export function syncDirectoryOf(path: string): void {
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}
