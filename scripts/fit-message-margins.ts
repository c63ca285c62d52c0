import { writeFileSync } from 'node:fs'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { doubtsOf } from '#shared/paste/doubts.ts'
import { messageParts } from '#shared/paste/message-parts.ts'
import type { Option, Slot } from '#shared/paste/option.ts'
import { type JudgedSlot, judgedSlots } from '#shared/paste/read-fields.ts'
import { readIn } from '#shared/paste/reader.ts'
import { recordsIn } from '#shared/paste/records.ts'
import { fittingMessages, marginMessages } from '#shared/paste/testing/fitting-messages.ts'
import type { LabelledPayee } from '#shared/paste/testing/labelled-message.ts'
import { isSame } from '#shared/paste/testing/same-value.ts'

/*
 * Sets how far ahead of its best rival a value has to be to be ticked for the person: further than any wrong value of the messages that the
 * weights did not see, nor of those that they saw. Run after the weights are fitted.
 */

const file = new URL('../shared/paste/margins.ts', import.meta.url)

interface Judged {
  readonly slot: Slot
  readonly margin: number
  readonly isRight: boolean
  readonly what: string
}

/** Where nothing is labelled, anything is wrong; of other fields, what is labelled as tempting. */
const essential: ReadonlySet<string> = new Set(['accountNumber', 'documentNumber', 'recipientPixKey', 'amount'])

function isRight({ values }: Option, payee: LabelledPayee | undefined): boolean {
  return values.every(({ field, value }, place) => {
    const allowed = [payee?.must[field], ...(payee?.may[field] ?? [])].flatMap((one) =>
      one === undefined ? [] : [one],
    )
    if (allowed.length === 0)
      return (
        (place > 0 || !essential.has(field)) && !(payee?.never[field] ?? []).some((one) => isSame(field, value, one))
      )
    return allowed.some((one) => isSame(field, value, one))
  })
}

function payeeOf(slots: readonly JudgedSlot[], people: readonly LabelledPayee[]): LabelledPayee | undefined {
  const hits = (payee: LabelledPayee) => slots.filter(({ options: [first] }) => isRight(first, payee)).length
  return people.toSorted((a, b) => hits(b) - hits(a))[0]
}

const judged = [...marginMessages, ...fittingMessages].flatMap(
  ({ id, text, country: code, people }): readonly Judged[] => {
    if (code === null) return []
    const parts = messageParts(text)
    const { reading, options } = readIn(ruleBook[code], parts)
    const { records, isStructured } = recordsIn(parts.message, parts.layout, options)
    if (!isStructured) return []
    return records.flatMap((record) => {
      const slots = judgedSlots(record)
      const payee = payeeOf(slots, people)
      const doubtOf = doubtsOf(reading, record, true)
      return slots.flatMap((one) => {
        const {
          slot,
          options: [first],
          margin,
        } = one
        return doubtOf(first) === undefined && margin > 0
          ? [
              {
                slot,
                margin,
                isRight: isRight(first, payee),
                what: `${id} ${first.values.map(({ value }) => value).join(' ')}`,
              },
            ]
          : []
      })
    })
  },
)

/** Beyond the worst of the wrong ones, and never less than that. */
const [beyond, atLeast] = [0.3, 1.5]

const lines = [...new Set(judged.map(({ slot }) => slot))].toSorted().map((slot) => {
  const own = judged.filter((one) => one.slot === slot)
  const worst = Math.max(0, ...own.filter((one) => !one.isRight).map(({ margin }) => margin))
  const least = Math.round(Math.max(atLeast, worst + beyond) * 100) / 100
  const sure = own.filter(({ margin }) => margin >= least).length
  process.stdout.write(
    `${slot}: ${own.length} read, ${own.filter((one) => !one.isRight).length} wrong, sure beyond ${least}: ${sure}\n`,
  )
  const wrong = own
    .filter((one) => !one.isRight)
    .toSorted((a, b) => b.margin - a.margin)
    .slice(0, 6)
    .map(({ margin, what }) => `${margin.toFixed(1)} (${what})`)
  if (process.argv.includes('-v')) process.stdout.write(`   wrong at ${wrong.join(' ')}\n`)
  return `  ${slot}: ${least},`
})
writeFileSync(
  file,
  `import type { Slot } from './option.ts'\n\n/** How far ahead of its best rival a value of a slot has to be to be sure, in log-odds. Written by \`npm run fit:messages\`. */\nexport const leastMargins: Readonly<Partial<Record<Slot, number>>> = {\n${lines.join('\n')}\n}\n`,
)
