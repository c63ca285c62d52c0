/**
 * `npm run bench:lighthouse`: Lighthouse on the empty form and on the list, three times each, and the best of them. Lighthouse is no
 * package of the project, as it is as large as all others together: npx fetches it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import * as z from 'zod/mini'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltApp } from '../scripts/built-app.ts'

const version = '12.8.2'
const runs = 3

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.nullable(z.number()), displayValue: z.optional(z.string()) }),
  ),
})

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
const directory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const app = await startBuiltApp(directory)
try {
  const cookie = await signIn()
  for (const path of ['/payouts/new', '/payouts']) {
    const reports = Array.from({ length: runs }, () => audit(path, cookie))
    for (const [run, found] of reports.entries()) report(`${path}, run ${run + 1}`, found)
    const best = Math.max(...reports.map(({ categories }) => categories.performance?.score ?? 0))
    process.stdout.write(`${path}, best performance of ${runs}: ${Math.round(best * 100)}\n`)
  }
} finally {
  await app.stop()
  rmSync(directory, { recursive: true })
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${app.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ name: 'Ana' }),
  })
  if (!answer.ok) throw new Error(`Nobody can sign in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function audit(path: string, cookie: string): z.infer<typeof reportSchema> {
  const file = join(directory, 'report.json')
  const flags = ['--headless', ...browserArguments].join(' ')
  execFileSync(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      `${app.url}${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      `--chrome-flags=${flags}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: findBrowser(chromium.executablePath())?.executablePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function report(title: string, { categories, audits }: z.infer<typeof reportSchema>): void {
  const scores = Object.entries(categories).map(([name, { score }]) => `${name} ${Math.round((score ?? 0) * 100)}`)
  process.stdout.write(`${title}: ${scores.join(', ')}\n`)
  for (const name of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]) {
    const { title: what, displayValue = '' } = audits[name] ?? { title: name }
    process.stdout.write(`  ${what} ${displayValue}\n`)
  }
  for (const { title: what, score } of Object.values(audits))
    if (score !== null && score < 0.9) process.stdout.write(`  short of it: ${what}\n`)
}
