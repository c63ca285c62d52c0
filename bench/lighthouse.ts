/** Part `lighthouse` of `npm run bench`: Lighthouse on the list and on the empty form, three times each, and the middle of them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import * as z from 'zod/mini'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltApp } from '../scripts/built-app.ts'
import { type Line, printPart, quantile, say } from './part.ts'
import { installPeers, peersFolder } from './peers.ts'

const runs = 3

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.nullable(z.number()), numericValue: z.optional(z.number()) }),
  ),
})

type Report = z.infer<typeof reportSchema>

const pages = [
  ['the list', '/payouts'],
  ['the form', '/payouts/new'],
] as const

type Page = (typeof pages)[number][0]

const performanceGoals: Readonly<Record<Page, number>> = { 'the list': 99, 'the form': 97 }

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
installPeers()
const directory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const app = await startBuiltApp(directory)
try {
  const cookie = await signIn()
  printPart(
    pages.flatMap(([page, path]) => {
      const reports = Array.from({ length: runs }, () => audit(path, cookie))
      for (const report of reports) sayShort(report)
      return linesOf(page, reports)
    }),
  )
} finally {
  await app.stop()
  rmSync(directory, { recursive: true })
}

function linesOf(page: Page, reports: readonly Report[]): readonly Line[] {
  const score = (category: string) =>
    quantile(
      reports.map(({ categories }) => scoreOf(categories[category])),
      0.5,
    )
  const value = (name: string) =>
    quantile(
      reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN),
      0.5,
    )
  const unit = `of 100, the middle of ${runs} on a slow phone`
  const scores = ['performance', 'accessibility', 'best-practices'].map((category) => ({
    what: `${page}, ${category.replace('-', ' ')}`,
    unit,
    ours: score(category),
    more: true,
    goal: { least: category === 'performance' ? performanceGoals[page] : 100 },
  }))
  return [
    ...scores,
    { what: `${page}, largest contentful paint`, unit: 'ms', ours: value('largest-contentful-paint') },
    { what: `${page}, until it takes keys at once (interactive)`, unit: 'ms', ours: value('interactive') },
    { what: `${page}, total blocking time`, unit: 'ms', ours: value('total-blocking-time') },
    { what: `${page}, layout shift`, unit: 'CLS', ours: value('cumulative-layout-shift'), goal: { most: 0 } },
  ]
}

function scoreOf(category: { readonly score: number | null } | undefined): number {
  return Math.round((category?.score ?? 0) * 100)
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

function audit(path: string, cookie: string): Report {
  const file = join(directory, 'report.json')
  const flags = ['--headless', ...browserArguments].join(' ')
  execFileSync(
    join(peersFolder, 'node_modules/.bin/lighthouse'),
    [
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

/** The scores, and what is not perfect. */
function sayShort({ categories, audits }: Report): void {
  const scores = Object.entries(categories).map(([name, category]) => `${name} ${scoreOf(category)}`)
  const imperfect = Object.values(audits).filter(({ score }) => score !== null && score < 1)
  say([scores.join(', '), ...imperfect.map(({ title, numericValue = '' }) => `  ${title} ${numericValue}`)].join('\n'))
}
