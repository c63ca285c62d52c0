import { expect, it } from 'vitest'
import type { Role } from '#shared/api/permissions.ts'
import { firstDays } from './first-days.ts'

const now = new Date('2026-11-24T12:00:00Z')

function house(...people: readonly (readonly Role[])[]) {
  return people.map((roles, place) => ({
    id: `${place}`,
    roles: [...roles],
    status: 'active' as const,
    heldUntil: null,
  }))
}

/** What is missing. */
function missing(people: Parameters<typeof firstDays>[0], isPolicyOpen = false) {
  const { house: size, steps } = firstDays(people, isPolicyOpen, now)
  return [size, ...steps.flatMap(({ name, isDone }) => (isDone ? [] : [name]))]
}

it('Houses of two, three and five, as the documents set them up, lack nothing', () => {
  expect(missing(house(['admin', 'clerk'], ['reviewer']))).toEqual(['two'])
  expect(missing(house(['admin', 'clerk'], ['admin', 'reviewer'], ['clerk']))).toEqual(['three'])
  expect(missing(house(['admin'], ['admin'], ['clerk'], ['reviewer'], ['reviewer']))).toEqual(['five'])
})

it('A house lacks a reviewer where the only one is its only clerk, and a second admin from three people on', () => {
  expect(missing(house(['admin']))).toEqual(['two', 'clerk', 'reviewer'])
  expect(missing(house(['admin'], ['clerk', 'reviewer']))).toEqual(['two', 'reviewer'])
  expect(missing(house(['admin'], ['clerk'], ['reviewer'], ['viewer']))).toEqual(['three', 'admins'])
  const five = house(['admin'], ['admin'], ['clerk', 'reviewer'], ['reviewer'], ['viewer'])
  expect(missing(five)).toEqual(['five', 'reviewers'])
})

it('The approval policy is a step only where two people review, and who is held is one until it is over', () => {
  expect(missing(house(['admin', 'clerk'], ['reviewer']), true)).toEqual(['two'])
  const three = house(['admin', 'reviewer'], ['admin', 'reviewer'], ['clerk'])
  expect(missing(three, true)).toEqual(['three', 'policy'])
  const [first, ...others] = three
  const held = (heldUntil: string) => missing([{ ...first!, heldUntil }, ...others])
  expect([held('2026-11-24T12:00:01Z'), held('2026-11-24T11:59:59Z')]).toEqual([['three', 'holds'], ['three']])
})

it('Who is invited counts for the size of a house, but not as being there', () => {
  const [admin, reviewer, clerk] = house(['admin', 'clerk'], ['admin', 'reviewer'], ['clerk'])
  expect(missing([admin!, { ...reviewer!, status: 'invited' }, clerk!])).toEqual(['three', 'admins', 'reviewer'])
})
