/** Payout Desk as it is, without a limit for the one person who sends the load. */

import { startApp } from '../server/app/start-app.ts'
import { readConfig } from '../server/settings/config.ts'
import { reportCpu } from './report-cpu.ts'

const app = await startApp(
  readConfig({
    ...process.env,
    PORT: '0',
    VALIDATIONS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    NUMBER_SEARCHES_PER_MINUTE: '100000',
  }),
)
reportCpu(app.url)
