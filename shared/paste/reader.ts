import type { PayableCountry } from '#shared/countries/rule-book.ts'
import { accountOptions } from './account-options.ts'
import { agencyOptions } from './agency-options.ts'
import { amountOptions } from './amount-options.ts'
import { bankOptions } from './bank-options.ts'
import { type CountryMessage, type MessageParts, messageIn } from './country-message.ts'
import { documentOptions } from './document-options.ts'
import { nameOptions } from './name-options.ts'
import type { Option, OptionDraft } from './option.ts'
import { pixOptions } from './pix-options.ts'
import { scored } from './scored.ts'
import { emailOptions, freeTextOptions, typeOptions } from './text-options.ts'

/** What is read otherwise in each country. */
const ofCountry = [bankOptions, typeOptions, accountOptions, pixOptions, documentOptions, agencyOptions]

/** What is read alike in all. */
const ofAll = [nameOptions, amountOptions, emailOptions, freeTextOptions]

export interface CountryReading {
  readonly reading: CountryMessage
  readonly options: readonly Option[]
}

/** What a message says that speaks for a country when it is read as one of it. */
export function readCountryIn(country: PayableCountry, parts: MessageParts): CountryReading {
  const reading = messageIn(country, parts)
  return { reading, options: ofCountry.flatMap((find) => find(reading)).map(scored) }
}

/** Everything that it may say, where what speaks for the country is known. */
export function readRestIn({ reading, options }: CountryReading): CountryReading {
  return { reading, options: [...options, ...ofAll.flatMap((find) => find(reading)).map(scored)] }
}

export function readIn(country: PayableCountry, parts: MessageParts): CountryReading {
  return readRestIn(readCountryIn(country, parts))
}

/** The same before it is scored. */
export function draftsIn(reading: CountryMessage): readonly OptionDraft[] {
  return [...ofCountry, ...ofAll].flatMap((find) => find(reading))
}
