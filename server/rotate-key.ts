import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { rotateStore } from './store/rotate-store.ts'

/** The program behind `npm run rotate-key`. */
export function rotateKey(): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    const { data } = readConfig()
    const { key, values, isReencrypted } = await rotateStore(data, systemClock.date)
    const done = isReencrypted ? 'Everything is encrypted again' : 'Everything was encrypted again already'
    return [
      `${done} with data key ${key.id}: ${values} values were opened with it alone.`,
      data.keyRing === undefined
        ? 'The file data-key holds it, and no longer the former one. Keep a copy of it at another place.'
        : 'From now on start with this key as DATA_KEY (or DATA_KEY_FILE), without the former one.',
      'Backups made until now open only with the former key: make a new one.',
    ].join('\n')
  })
}
