/**
 * `npm run bench -- messages`: how much of messages that the reader's authors did not see it offers, and how much of that it ticks for the
 * person; what it misses, by field, goes to stderr. `npm run bench -- messages` scores the files that are set aside; the program itself takes others.
 */
import { readFileSync } from 'node:fs'
import { type LabelledMessage, labelledMessages } from '#shared/paste/testing/labelled-message.ts'
import { type MessageScore, type ScoredValue, scoreMessage } from '#shared/paste/testing/score-messages.ts'
import { type Line, printPart, quantile, say } from './part.ts'

const folder = new URL('../shared/paste/testing/messages/', import.meta.url)
const names = process.argv.length > 2 ? process.argv.slice(2) : ['aside-1', 'aside-2']
const messages = names.flatMap((name) => labelledMessages(readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')))

interface Scored extends MessageScore {
  readonly message: LabelledMessage
  readonly ms: number
}

// What is compiled or made once is not counted.
for (const message of messages) scoreMessage(message)
const scored = messages.map((message): Scored => {
  const start = process.cpuUsage()
  const score = scoreMessage(message)
  const { user, system } = process.cpuUsage(start)
  return { ...score, message, ms: (user + system) / 1_000 }
})

const goals: Readonly<Record<LabelledMessage['group'], number | undefined>> = {
  one: 97,
  several: 90,
  africa: 80,
  table: 90,
  voice: undefined,
  mail: undefined,
  invoice: undefined,
}

const groups = [...new Set(messages.map(({ group }) => group))].toSorted()
sayMisses(scored)
printPart([
  ...linesOf('all messages', scored, { offered: 95, sure: 75 }),
  ...groups.flatMap((group) =>
    linesOf(
      group,
      scored.filter(({ message }) => message.group === group),
      { offered: goals[group] },
    ),
  ),
  {
    what: 'reading a message and its parts',
    unit: 'ms of CPU, p95',
    ours: quantile(
      scored.map(({ ms }) => ms),
      0.95,
    ),
  },
])

interface Goals {
  readonly offered: number | undefined
  readonly sure?: number
}

function linesOf(what: string, scores: readonly Scored[], goal: Goals): readonly Line[] {
  const values = scores.flatMap((score) => score.values)
  const asked = values.filter(({ outcome }) => outcome !== 'sure-and-wrong')
  const people = scores.flatMap(({ wholePayees }) => wholePayees)
  const share = (isCounted: (value: ScoredValue) => boolean) => (100 * asked.filter(isCounted).length) / asked.length
  const offered = share(({ outcome }) => outcome !== 'missed')
  return [
    {
      what: `${what}: fields offered`,
      unit: '%',
      ours: offered,
      more: true,
      note: `${asked.length} fields, ${bounds(offered, asked.length)}`,
      ...(goal.offered !== undefined && { goal: { least: goal.offered } }),
    },
    {
      what: `${what}: offered and ticked`,
      unit: '%',
      ours: share(({ outcome }) => outcome === 'sure'),
      more: true,
      ...(goal.sure !== undefined && { goal: { least: goal.sure } }),
    },
    { what: `${what}: ticked and wrong`, unit: 'fields', ours: values.length - asked.length, goal: { most: 0 } },
    {
      what: `${what}: payees with every field offered`,
      unit: '%',
      ours: (100 * people.filter(Boolean).length) / Math.max(1, people.length),
      more: true,
      note: `${people.length} payees`,
    },
  ]
}

/** Between which shares the true one is, 19 times of 20 (Wilson's interval). */
function bounds(percent: number, count: number): string {
  const [share, z] = [percent / 100, 1.96]
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const half = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  return `${(100 * (middle - half)).toFixed(1)} to ${(100 * (middle + half)).toFixed(1)}`
}

/** By field: how many, how many missed with nothing offered, with something else, in another country, and what was ticked and wrong. */
function sayMisses(scores: readonly Scored[]): void {
  const rows = new Map<string, Record<'fields' | 'nothing' | 'another' | 'country' | 'wrong', number>>()
  for (const { message, country, values } of scores)
    for (const { field, outcome, instead } of values) {
      const row = rows.get(field) ?? { fields: 0, nothing: 0, another: 0, country: 0, wrong: 0 }
      rows.set(field, row)
      if (outcome === 'sure-and-wrong') row.wrong += 1
      else row.fields += 1
      if (outcome !== 'missed') continue
      if (message.country !== null && country !== message.country) row.country += 1
      else if (instead.length === 0) row.nothing += 1
      else row.another += 1
    }
  say('field: of, missed with nothing offered, with another value, in another country; ticked and wrong')
  for (const [field, { fields, nothing, another, country, wrong }] of rows)
    say(`${field}: ${fields}, ${nothing}, ${another}, ${country}; ${wrong}`)
}
