import { useState } from 'react'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { chosenMethod } from '#shared/paste/chosen-method.ts'
import { filledForm, replacedBy } from '#shared/paste/fill-form.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { MessageReading } from '#shared/paste/read-message.ts'
import { emptyValues, type PayoutDraft, switchCountry } from '#shared/payout/form-values.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { countryOptions } from '../payouts/country-options.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Actions } from '../ui/row.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Filling } from './filling.ts'
import { FoundRow } from './found-row.tsx'
import styles from './paste-details.module.css'

export interface FoundDetailsProps {
  readonly reading: MessageReading
  readonly draft: PayoutDraft
  readonly onCountry: (code: string) => void
  readonly onFill: (filling: Filling) => void
  readonly onClose: () => void
}

/** What was read: the country first, then each field, to be taken or left. */
export function FoundDetails({ reading, draft, onCountry, onFill, onClose }: FoundDetailsProps) {
  const code = reading.country?.code
  const country = code && ruleBook[code]
  const target = country && switchCountry(draft, country)
  const values = code && target?.values[code]
  const replaced = (found: FoundField) => country && replacedBy(found, country, values)
  const [taken, setTaken] = useState<readonly FoundField[]>(() =>
    reading.fields.filter((found) => found.sureness === 'sure' && replaced(found) === undefined),
  )

  function take(found: FoundField, isTaken: boolean) {
    const others = taken.filter((other) => other !== found && (!isTaken || other.field !== found.field))
    setTaken(isTaken ? [...others, found] : others)
  }

  function fill() {
    if (country === undefined || target === undefined) return
    const filled = filledForm(country, values ?? emptyValues(country), taken, reading.method)
    const after = { ...target, values: { ...target.values, [country.code]: filled } }
    onFill({ before: beforeOf(draft, country), after, count: taken.length })
  }

  return (
    <div className={styles.found}>
      <CountryGuess reading={reading} onCountry={onCountry} />
      {country && <MethodNote country={country} taken={taken} reading={reading} />}
      {reading.fields.length === 0 && <Note>Nothing was found that the form asks for.</Note>}
      {reading.isCut && <Note>The message is very long; only its beginning was read.</Note>}
      <ul className={styles.fields} aria-label="Found in the message">
        {reading.fields.map((found, place) => (
          <FoundRow
            key={`${found.field} ${found.value}`}
            name={`paste-${place}`}
            found={found}
            country={country}
            method={reading.method?.id}
            all={reading.fields}
            replaced={replaced(found)}
            isTaken={taken.includes(found)}
            onTake={(isTaken) => take(found, isTaken)}
          />
        ))}
      </ul>
      <Actions>
        <Button onClick={fill} unavailable={whyNot(country, taken)}>
          {taken.length === 1 ? 'Fill in 1 field' : `Fill in ${taken.length} fields`}
        </Button>
        <Button kind="link" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </div>
  )
}

function CountryGuess({ reading, onCountry }: Pick<FoundDetailsProps, 'reading' | 'onCountry'>) {
  const { country } = reading
  const words = country?.why.map(({ text }) => `“${text.trim()}”`).join(', ')
  const why = words ? ` The message says ${words}.` : ''
  const isSure = country?.sureness === 'sure'
  return (
    <SelectField
      name="paste-country"
      label="Country of the message"
      placeholder="Choose the country"
      options={countryOptions}
      value={country?.code ?? ''}
      onChange={onCountry}
      hint={isSure ? why.trim() : undefined}
      warning={
        isSure ? undefined : country ? `Likely.${why} Choose another if it is wrong.` : 'The message names none.'
      }
    />
  )
}

interface MethodNoteProps {
  readonly country: Country
  readonly taken: readonly FoundField[]
  readonly reading: MessageReading
}

/** The way of paying follows from what is taken, so it needs no tick. */
function MethodNote({ country, taken, reading }: MethodNoteProps) {
  const method = chosenMethod(country, taken, reading.method === undefined ? [] : [reading.method])
  if (method === undefined) return null
  return (
    <Note>
      Method: {methodIn(country, method.id).label}, from “{method.words.text.trim()}”.
    </Note>
  )
}

function whyNot(country: Country | undefined, taken: readonly FoundField[]): string | undefined {
  if (country === undefined) return 'Choose the country first.'
  return taken.length === 0 ? 'Tick what to fill in.' : undefined
}

/** A form without a country cannot be gone back to: it becomes the empty one of the country. */
function beforeOf(draft: PayoutDraft, { code }: Country): PayoutDraft {
  if (draft.country !== undefined) return draft
  const empty = draft.values[code] ?? emptyValues(ruleBook[code])
  return { country: code, values: { ...draft.values, [code]: empty } }
}
