import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { amountOf, backUp, type Tools } from './store/backup/backup.ts'
import { StoreError } from './store/store.ts'

/** The program behind `npm run backup -- <file>`. */
export function backup([file, ...rest]: readonly string[], tools: Tools): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    if (file === undefined || rest.length > 0) throw new StoreError('say where to: npm run backup -- <file>')
    const { data } = readConfig()
    const target = resolve(file)
    const soundness = await backUp(data, target, tools)
    const key = data.keyRing === undefined ? `${data.dataDirectory}/data-key` : 'your data key'
    return [
      `Backed up to ${target}: ${amountOf(soundness)}. The copy was read to its end, and its audit log holds.`,
      `It can be restored only with ${key}, which is not in it: keep that too, at another place.`,
    ].join('\n')
  })
}
