import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '#shared/language/languages.ts'
import { changeLanguage, type Messages, messagesOf } from './catalog.ts'
import { language } from './language.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
})

afterEach(async () => {
  held.clear()
  await changeLanguage('en')
  vi.unstubAllGlobals()
})

it('The words of a room are those of the language that was chosen while they were on their way', async () => {
  const english = hold('room in en')
  const words = messagesOf(room('room'))
  await changeLanguage('fr')
  english.come()
  expect((await words)()).toEqual({ spoken: 'room in fr' })
})

describe('A change of language', () => {
  it('waits for the words of all rooms, also of one that opens meanwhile', async () => {
    await messagesOf(room('frame'))
    const ofFrame = hold('frame in es')
    const ofScreen = hold('screen in es')
    const change = changeLanguage('es')
    const words = await messagesOf(room('screen'))
    ofFrame.come()
    await settled()
    expect(language()).toBe('en')
    ofScreen.come()
    expect(await change).toBe(true)
    expect(words()).toEqual({ spoken: 'screen in es' })
  })

  it('is given up for a later choice, however slow it is', async () => {
    await messagesOf(room('frame'))
    const spanish = hold('frame in es')
    const first = changeLanguage('es')
    expect(await changeLanguage('fr')).toBe(true)
    spanish.come()
    expect(await first).toBe(false)
    expect(language()).toBe('fr')
  })

  it('leaves the page as it is and says so where the words cannot be had, and asks for them again', async () => {
    await messagesOf(room('frame'))
    const french = hold('frame in fr')
    const change = changeLanguage('fr')
    french.fail()
    await expect(change).rejects.toThrow('frame in fr')
    expect(language()).toBe('en')
    held.clear()
    expect(await changeLanguage('fr')).toBe(true)
  })

  it('says nothing of words that nobody waits for any more', async () => {
    await messagesOf(room('frame'))
    const french = hold('frame in fr')
    const first = changeLanguage('fr')
    const second = changeLanguage('es')
    french.fail()
    expect(await first).toBe(false)
    expect(await second).toBe(true)
  })

  it('says nothing of a first try that fails after the same language was chosen again', async () => {
    await messagesOf(room('frame'))
    const first = hold('frame in fr')
    const choices = [changeLanguage('fr'), changeLanguage('es')]
    const third = hold('frame in fr')
    choices.push(changeLanguage('fr'))
    first.fail()
    await settled()
    third.come()
    expect(await Promise.all(choices)).toEqual([false, false, true])
    expect(language()).toBe('fr')
  })
})

interface Words {
  readonly default: Messages
}

/** What a room asks for while it is held comes or fails when the test says so; everything else is there at once. */
const held = new Map<string, Promise<Words>>()

function hold(key: string) {
  let come = () => {}
  let fail = () => {}
  const words = new Promise<Words>((resolve, reject) => {
    come = () => resolve({ default: { spoken: key } })
    fail = () => reject(new Error(key))
  })
  held.set(key, words)
  return { come, fail }
}

function room(name: string): Readonly<Record<Language, () => Promise<Words>>> {
  const load = (wanted: Language) => () => {
    const key = `${name} in ${wanted}`
    return held.get(key) ?? Promise.resolve({ default: { spoken: key } })
  }
  return { en: load('en'), es: load('es'), 'pt-BR': load('pt-BR'), fr: load('fr') }
}

/** All that could go on has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
