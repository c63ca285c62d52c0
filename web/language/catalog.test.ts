import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '#shared/language/languages.ts'
import { createCatalog, type PageCatalog } from './catalog.ts'
import { activate, language } from './language.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
})

afterEach(() => {
  held.clear()
  activate('en')
  vi.unstubAllGlobals()
})

test('A change of language waits for its file', async () => {
  const catalog = await loadedCatalog()
  const spanish = hold('es')
  const change = catalog.changeLanguage('es')
  await settled()
  expect([language(), catalog.find('id')]).toEqual(['en', 'message in en'])
  spanish.come()
  expect(await change).toBe(true)
  expect([language(), catalog.find('id')]).toEqual(['es', 'message in es'])
})

test('A change of language is abandoned for a later choice, however slow it is', async () => {
  const catalog = await loadedCatalog()
  const spanish = hold('es')
  const first = catalog.changeLanguage('es')
  expect(await catalog.changeLanguage('fr')).toBe(true)
  spanish.come()
  expect(await first).toBe(false)
  expect(language()).toBe('fr')
})

test('A change of language whose file cannot be loaded leaves the page unchanged, reports it, and requests the file again', async () => {
  const catalog = await loadedCatalog()
  const french = hold('fr')
  const change = catalog.changeLanguage('fr')
  french.fail()
  await expect(change).rejects.toThrow('fr')
  expect(language()).toBe('en')
  held.clear()
  expect(await catalog.changeLanguage('fr')).toBe(true)
})

test('A change of language that was abandoned does not report that its file could not be loaded', async () => {
  const catalog = await loadedCatalog()
  const french = hold('fr')
  const first = catalog.changeLanguage('fr')
  const second = catalog.changeLanguage('es')
  french.fail()
  expect(await first).toBe(false)
  expect(await second).toBe(true)
})

test('A first attempt that fails after the same language was chosen again is not reported', async () => {
  const catalog = await loadedCatalog()
  const first = hold('fr')
  const choices = [catalog.changeLanguage('fr'), catalog.changeLanguage('es')]
  const third = hold('fr')
  choices.push(catalog.changeLanguage('fr'))
  first.fail()
  await settled()
  third.come()
  expect(await Promise.all(choices)).toEqual([false, false, true])
  expect(language()).toBe('fr')
})

test('Messages that load later also load for every language that is chosen after them', async () => {
  const first = (wanted: Language) => () => Promise.resolve(fileOf(wanted))
  const later = (wanted: Language) => () => Promise.resolve({ messages: { later: `later in ${wanted}` } })
  const all = (load: typeof first) => ({ en: load('en'), es: load('es'), 'pt-BR': load('pt-BR'), fr: load('fr') })
  const catalog = createCatalog(all(first), all(later))
  await catalog.loadLanguage()
  expect(catalog.find('later')).toBeUndefined()
  await catalog.loadLaterWords()
  expect([catalog.find('id'), catalog.find('later')]).toEqual(['message in en', 'later in en'])
  await catalog.changeLanguage('fr')
  expect([catalog.find('id'), catalog.find('later')]).toEqual(['message in fr', 'later in fr'])
})

type CatalogFile = Awaited<ReturnType<Parameters<typeof createCatalog>[0][Language]>>

/** A held file loads or fails when the test says so; every other loads at once. */
const held = new Map<Language, Promise<CatalogFile>>()

function hold(wanted: Language) {
  let come = () => {}
  let fail = () => {}
  const file = new Promise<CatalogFile>((resolve, reject) => {
    come = () => resolve(fileOf(wanted))
    fail = () => reject(new Error(wanted))
  })
  held.set(wanted, file)
  return { come, fail }
}

async function loadedCatalog(): Promise<PageCatalog> {
  const load = (wanted: Language) => () => held.get(wanted) ?? Promise.resolve(fileOf(wanted))
  const catalog = createCatalog({ en: load('en'), es: load('es'), 'pt-BR': load('pt-BR'), fr: load('fr') })
  await catalog.loadLanguage()
  return catalog
}

function fileOf(wanted: Language): CatalogFile {
  return { messages: { id: `message in ${wanted}` } }
}

/** Waits for all pending promises. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
