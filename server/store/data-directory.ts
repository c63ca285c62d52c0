import { chmodSync, mkdirSync } from 'node:fs'
import { StoreError } from './store-error.ts'

/**
 * Makes the folder for data where it is missing. It is for this user alone: names stand in it in clear.
 * @throws StoreFault when that cannot be done
 */
export function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
    throw new StoreError(`DATA_DIR ${path} cannot be used (${code})`)
  }
}
