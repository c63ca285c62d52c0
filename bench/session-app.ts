/** Payout Desk as it is with accounts, or with its look at the session left out: what a token came to the first time is remembered. */
import { readConfig } from '../server/config.ts'
import type { CheckedSession } from '../server/people/member.ts'
import type { Sessions } from '../server/people/sessions.ts'
import { startApp } from '../server/start-app.ts'
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
