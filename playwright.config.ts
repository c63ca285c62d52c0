import { mkdirSync } from 'node:fs'
import { chromium, defineConfig, devices } from '@playwright/test'
import { accountsEnvironment, accountsUrl, receiverFolder } from './e2e/accounts-server.ts'
import { picturesEnvironment, picturesUrl } from './e2e/pictures-server.ts'
import { browserArguments, findBrowser } from './scripts/browser.mjs'
import { makeCertificate } from './server/testing/certificate.ts'

const port = process.env.PAYOUT_DESK_TEST_PORT ?? '4310'
const baseURL = `http://127.0.0.1:${port}`
const browser = findBrowser(chromium.executablePath())

// Workers read this file, too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  mkdirSync(receiverFolder, { recursive: true })
  makeCertificate(receiverFolder)
}

/** The waits of the provider client, shortened: what they are is tested at the server. */
const hurried = { PROVIDER_TIMEOUT_MS: '4000', PROVIDER_BACKOFF_BASE_MS: '50' }

/** Hundreds of people share one address here. */
const unlimited = {
  SIGN_INS_PER_MINUTE: '100000',
  NUMBER_SEARCHES_PER_MINUTE: '100000',
  VALIDATIONS_PER_MINUTE: '100000',
  WRITES_PER_MINUTE: '100000',
}

/** The built server with its sandbox, driven as a person would. `npm run e2e` builds first and picks a free port. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  retries: 0,
  // A busy machine is slow, not wrong: a test that means a time says it itself.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL,
    // A trace of every test doubles the time of the run: ask for it with `npm run e2e -- --trace on`.
    screenshot: 'only-on-failure',
    // No test is about an animation, and each frame of one is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: browserArguments, ...browser },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-alone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // What a country asks, sends or is answered does not depend on the size of the screen: here is what does, and the main journeys.
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: [
    serverAt(baseURL, { ...ownData(), PORT: port }),
    serverAt(accountsUrl, accountsEnvironment),
    serverAt(picturesUrl, picturesEnvironment),
  ],
})

function serverAt(url: string, settings: Readonly<Record<string, string>>) {
  return {
    command: 'node dist/server/main.js',
    url: `${url}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    stderr: 'pipe',
    env: { ...noProvider(), ...hurried, ...unlimited, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...settings },
  } as const
}

/** A blank variable counts as unset: the tests never reach a real provider, whatever the shell holds. */
function noProvider() {
  const names = [
    'BASE_URL',
    'SHOP_ID',
    'API_TOKEN',
    'API_TOKEN_FILE',
    'NAMES',
    'TIMEOUT_MS',
    'MAX_ATTEMPTS',
    'BACKOFF_BASE_MS',
  ]
  return Object.fromEntries(names.map((name) => [`PROVIDER_${name}`, '']))
}

/** `npm run e2e` makes a folder for one run alone, and takes it away again. */
function ownData() {
  const directory = process.env.PAYOUT_DESK_TEST_DATA ?? 'test-results/data'
  return { DATABASE_URL: '', DATA_KEY: '', DATA_KEY_FILE: '', DATA_DIR: directory }
}
