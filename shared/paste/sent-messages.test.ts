import { expect, test } from 'vitest'
import type { FoundField } from './found.ts'
import { readMessage, readMessagePart } from './read-message.ts'
import { marginMessages } from './testing/fitting-messages.ts'
import type { MessageAsSent } from './testing/message-as-sent.ts'
import { scoreMessage } from './testing/score-messages.ts'
import { sentInAfrica } from './testing/sent-in-africa.ts'
import { sentInTheNorth } from './testing/sent-in-the-north.ts'
import { sentInTheSouth } from './testing/sent-in-the-south.ts'
import { setAside } from './testing/set-aside.ts'

const tuned = [...sentInTheSouth, ...sentInTheNorth, ...sentInAfrica]

/** What is offered before anything is chosen, and what each part offers once it is. */
function readingsOf({ text }: MessageAsSent) {
  const whole = readMessage(text)
  const parts = whole.parts.map((part) => readMessagePart(text, whole, part).fields)
  return { whole: whole.fields, parts }
}

/** Every value that a careful person would enter or ask about. */
function expectedOf({ fields, choices = {}, people = [] }: MessageAsSent): readonly (readonly [string, string])[] {
  const chosen = Object.entries(choices).flatMap(([field, values]) => values.map((value) => [field, value] as const))
  const ofPeople = people.flatMap((person) => Object.entries(person))
  const all = [...Object.entries(fields), ...chosen, ...ofPeople]
  return all.filter(([field, value], place) => all.findIndex((one) => one[0] === field && one[1] === value) === place)
}

function shareFound(messages: readonly MessageAsSent[]): number {
  const outcomes = messages.flatMap((message) => {
    const { whole, parts } = readingsOf(message)
    const found = [whole, ...parts].flat()
    return expectedOf(message).map(([field, value]) => found.some((one) => one.field === field && one.value === value))
  })
  expect(outcomes.length).toBeGreaterThan(100)
  return outcomes.filter(Boolean).length / outcomes.length
}

/** What is marked sure before anything is chosen, though it is wrong or has to be chosen. */
function wronglySure(messages: readonly MessageAsSent[]): readonly FoundField[] {
  return messages.flatMap((message) => {
    const right: Readonly<Record<string, string>> =
      message.choices || message.people ? withoutChoices(message) : message.fields
    return readingsOf(message).whole.filter(
      ({ field, value, sureness }) => sureness === 'sure' && right[field] !== value,
    )
  })
}

function withoutChoices({ fields, choices = {}, people = [] }: MessageAsSent): Readonly<Record<string, string>> {
  const asked = new Set([...Object.keys(choices), ...people.flatMap((person) => Object.keys(person))])
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !asked.has(field)))
}

test('Messages as people send them give at least 98 of 100 fields, and none that is wrong is sure', () => {
  expect(tuned.length).toBeGreaterThanOrEqual(60)
  expect(shareFound(tuned)).toBeGreaterThanOrEqual(0.98)
  expect(wronglySure(tuned)).toEqual([])
})

test('Messages that the reader was never tuned on have no wrong field that is sure', () => {
  expect(setAside.length).toBeGreaterThanOrEqual(20)
  expect(wronglySure(setAside)).toEqual([])
})

test('Each part of a message about several people holds the values of one of them alone', () => {
  const lists = tuned.flatMap((message) =>
    message.people === undefined ? [] : [{ ...message, people: message.people }],
  )
  expect(lists.length).toBeGreaterThanOrEqual(5)
  for (const message of lists) {
    const { parts } = readingsOf(message)
    expect(parts.length).toBe(message.people.length)
    for (const [place, person] of message.people.entries()) {
      const read = parts[place] ?? []
      expect(Object.fromEntries(read.map(({ field, value }) => [field, value]))).toMatchObject(person)
      const others = message.people.filter((other) => other !== person)
      for (const { field, value } of read)
        expect(others.some((other) => other[field] === value && person[field] !== value)).toBe(false)
    }
  }
})

test('Messages that set the margins give 9 of 10 fields, 3 of 10 sure, and no wrong one that is', () => {
  const values = marginMessages
    .filter(({ country }) => country !== null)
    .flatMap((message) => scoreMessage(message).values)
  const right = values.filter(({ outcome }) => outcome !== 'sure-and-wrong')
  expect(right.length).toBeGreaterThan(600)
  expect(values.filter(({ outcome }) => outcome === 'sure-and-wrong')).toEqual([])
  expect(right.filter(({ outcome }) => outcome !== 'missed').length / right.length).toBeGreaterThan(0.9)
  expect(right.filter(({ outcome }) => outcome === 'sure').length / right.length).toBeGreaterThan(0.3)
})
