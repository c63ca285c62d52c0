import { writeFileSync } from 'node:fs'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { messageIn } from '#shared/paste/country-message.ts'
import { messageParts } from '#shared/paste/message-parts.ts'
import type { OptionDraft } from '#shared/paste/option.ts'
import { draftsIn } from '#shared/paste/reader.ts'
import { fittingMessages } from '#shared/paste/testing/fitting-messages.ts'
import type { LabelledMessage } from '#shared/paste/testing/labelled-message.ts'
import { isSame } from '#shared/paste/testing/same-value.ts'

/*
 * Fits what each feature of an option weighs, in log-odds: one logistic regression a slot, on the messages of the hands that are for
 * fitting alone. The same data give the same file. What two options say of each other is set by hand, below.
 */

const file = new URL('../shared/paste/weights.ts', import.meta.url)

const byHand = {
  'pair bankAgrees': 1.5,
  'pair bankDiffers': -2.5,
  'pair ruleOfBank': 2,
  'pair ruleOfOther': -4,
  'pair kindAgrees': 1,
  'pair kindDiffers': -2.5,
  'pair keyIsDocument': 0.5,
  'pair accountAndKey': 0,
  'pair sameNumber': -1.5,
  'pair keyIsEmail': 0,
  'pair insideAgrees': 1,
  'pair insideDiffers': -1.5,
  // Never right, but what a person has to see.
  'account misshapen': -0.5,
  'account misshapenNamed': 0.5,
}

interface Example {
  readonly features: readonly string[]
  readonly isRight: boolean
}

function isRight(draft: OptionDraft, { people }: LabelledMessage): boolean {
  return people.some(({ must, may }) =>
    draft.values.every(({ field, value }, place) => {
      const allowed = [must[field], ...(may[field] ?? [])].flatMap((one) => (one === undefined ? [] : [one]))
      // What a number brings along is right with it where nothing is known of it.
      if (allowed.length === 0) return place > 0 && !draft.slot.startsWith('name')
      return allowed.some((one) => isSame(field, value, one))
    }),
  )
}

/** Weights by gradient ascent with a pull to zero: without it a feature that never fails would weigh without end. */
function fitWeights(examples: readonly Example[], pull = 0.4, rounds = 400): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const squares = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const gradient = new Map<string, number>()
    for (const { features, isRight: right } of examples) {
      const score = features.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0)
      const error = (right ? 1 : 0) - 1 / (1 + Math.exp(-score))
      for (const name of features) gradient.set(name, (gradient.get(name) ?? 0) + error)
    }
    for (const [name, slope] of gradient) {
      const step = slope - (/[<>]$/.test(name) ? pull * 5 : pull) * (weights.get(name) ?? 0)
      const square = (squares.get(name) ?? 0) + step * step
      squares.set(name, square)
      weights.set(name, (weights.get(name) ?? 0) + (0.5 * step) / Math.sqrt(square + 1e-9))
    }
  }
  return weights
}

const bySlot = new Map<string, Example[]>()
for (const message of fittingMessages) {
  if (message.country === null) continue
  const drafts = draftsIn(messageIn(ruleBook[message.country], messageParts(message.text)))
  for (const draft of drafts) {
    const examples = bySlot.get(draft.slot) ?? []
    bySlot.set(draft.slot, examples)
    examples.push({ features: ['always', ...new Set(draft.features)], isRight: isRight(draft, message) })
  }
}

const fitted = [...bySlot].toSorted().flatMap(([slot, examples]) => {
  process.stdout.write(`${slot}: ${examples.length} options, ${examples.filter((one) => one.isRight).length} right\n`)
  return [...fitWeights(examples)]
    .toSorted()
    .map(([name, weight]) => [`${slot} ${name}`, Math.round(weight * 100) / 100] as const)
})
const lines = [...fitted.filter(([name]) => !Object.hasOwn(byHand, name)), ...Object.entries(byHand)]
  .filter(([, weight]) => weight !== 0)
  .map(([name, weight]) => `  '${name}': ${weight},`)
writeFileSync(
  file,
  `/** What each feature weighs, in log-odds, by slot. Written by \`npm run fit:messages\`; see scripts/fit-message-weights.ts. */\nexport const weights: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n}\n`,
)
