import { expect, it } from 'vitest'
import { createSignInGate } from './sign-in-gate.ts'

it('the gate at which calls wait for a sign-in lets every call pass while no sign-in is needed', async () => {
  await expect(createSignInGate().passed()).resolves.toBe(true)
})

it('the gate at which calls wait for a sign-in asks once for all who wait, and lets them go on together', async () => {
  const gate = createSignInGate()
  const asked: boolean[] = []
  gate.isAsking.subscribe(() => asked.push(gate.isAsking.get()))
  const waiting = [gate.ask(), gate.ask(), gate.passed()]
  gate.answer(true)
  await expect(Promise.all(waiting)).resolves.toEqual([true, true, true])
  expect(asked).toEqual([true, false])
  expect(gate.round()).toBe(1)
})

it('the gate at which calls wait for a sign-in ends the calls that wait when the person does not sign in', async () => {
  const gate = createSignInGate()
  const waiting = gate.ask()
  gate.answer(false)
  await expect(waiting).resolves.toBe(false)
  expect(gate.round()).toBe(0)
})

it('the gate at which calls wait for a sign-in lets go of a caller who has left', async () => {
  const gate = createSignInGate()
  const leaving = new AbortController()
  const waiting = gate.ask(leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(gate.isAsking.get()).toBe(true)
})
