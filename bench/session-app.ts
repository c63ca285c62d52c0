/** Payout Desk as it is with accounts, or without its look-up of the session: the first result for a token is remembered. */

import { startApp } from '../server/app/start-app.ts'
import type { CheckedSession } from '../server/people/member.ts'
import type { Sessions } from '../server/people/sessions.ts'
import { readConfig } from '../server/settings/config.ts'
import { reportCpu } from './report-cpu.ts'

const limits = { VALIDATIONS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }
const config = readConfig({ ...process.env, ...limits, PORT: '0' })
const app = await startApp(config, process.env.BENCH_STUB === 'yes' ? { overSessions: remembering } : {})
reportCpu(app.url)

function remembering(sessions: Sessions): Sessions {
  const known = new Map<string, CheckedSession>()
  const check = async (token: string) => {
    const checked = known.get(token) ?? (await sessions.check(token))
    known.set(token, checked)
    return checked
  }
  return { ...sessions, check }
}
