import { type BankNames, noBankNames } from '#shared/banks/bank-names.ts'
import type { MessageParts } from './country-message.ts'
import { cuesIn } from './cues.ts'
import { findAmounts } from './find-amounts.ts'
import { findLabels } from './find-labels.ts'
import { layoutOf } from './layout.ts'
import { runsIn } from './number-runs.ts'
import { spokenNumbers } from './number-words.ts'
import { type PastedText, prepareMessage, type Span } from './pasted-text.ts'

/** Everything that is found in a message whatever its country is. */
export function messageParts(text: string, bankNames: BankNames = noBankNames): MessageParts {
  const message = prepareMessage(text)
  const spoken = spokenNumbers(message.folded)
  return {
    message,
    layout: layoutOf(message),
    labels: findLabels(message),
    cues: cuesIn(message),
    amounts: findAmounts(message, spoken),
    emails: findEmails(message),
    runs: runsIn(message, spoken),
    spoken,
    bankNames,
  }
}

function findEmails({ plain }: PastedText): readonly Span[] {
  return [
    ...plain.matchAll(
      /(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}(?![\p{L}\p{N}@])/gu,
    ),
  ].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}
