import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Failure } from '../kernel/failure.ts'

/** What a hash costs: N = 2^logN, and 128·N·r bytes of memory. */
export interface PasswordCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** The least that OWASP names for scrypt where one thread works on it: 128 MiB and some 0.4 s. Node 20 has no Argon2. */
const todaysCost: PasswordCost = { logN: 17, r: 8, p: 1 }

/** Makes and compares hashes of passwords. */
export interface PasswordHashes {
  /**
   * `scrypt$17$8$1$<salt>$<hash>`: it contains its cost, so that the cost can be raised later.
   * @param by strangers, of whom some have an open link, wait for each other alone
   * @throws Failure SIGN_IN_PAUSED where too many wait
   */
  make(password: string, by: 'stranger' | 'known'): Promise<string>
  /**
   * Whether a hash is of this password. Undefined, for a person who has none, takes as long and is false.
   * @throws Failure SIGN_IN_PAUSED where too many wait
   */
  isOf(password: string, hash: string | undefined, by: 'stranger' | 'known'): Promise<boolean>
}

const saltBytes = 16
const hashBytes = 32

/** Each takes 128 MiB and a processor: more at once would make the server unusable for the people at work. One is of strangers, one of all others. */
const mostAtOnce = 1

/** With this many waiting, further requests are told to retry later: the wait would be too long. */
const mostWaiting = 20

export function createPasswordHashes(cost: PasswordCost = todaysCost): PasswordHashes {
  const lanes = { stranger: turns(mostAtOnce, mostWaiting), known: turns(mostAtOnce, mostWaiting) }
  const decoy = textOf(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  return {
    async make(password, by) {
      const salt = randomBytes(saltBytes)
      return textOf(cost, salt, await lanes[by](() => derive(password, salt, cost)))
    },
    async isOf(password, hash, by) {
      const [, logN, r, p, salt = '', expected = ''] = (hash ?? decoy).split('$')
      const given = { logN: Number(logN), r: Number(r), p: Number(p) }
      const found = await lanes[by](() => derive(password, Buffer.from(salt, 'base64url'), given))
      const isSame = timingSafeEqual(found, Buffer.from(expected, 'base64url'))
      return isSame && hash !== undefined
    },
  }
}

function textOf({ logN, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** NFKC, as two keyboards can write the same letters in two ways (NIST SP 800-63B-4, 3.1.1.2). */
function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}

/** @throws Failure SIGN_IN_PAUSED when too many others are waiting */
function turns(most: number, waitingMost: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) {
      if (waiting.length >= waitingMost) throw new Failure('SIGN_IN_PAUSED', { retryAfterSeconds: 10 })
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
