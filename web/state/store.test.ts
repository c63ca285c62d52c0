import { expect, it } from 'vitest'
import { createStore } from './store.ts'

it('A store notifies each subscriber of a change after it has the new value, and none that has unsubscribed', () => {
  const store = createStore('a')
  const heard: string[] = []
  const leave = store.subscribe(() => heard.push(`first ${store.get()}`))
  store.subscribe(() => heard.push(`second ${store.get()}`))
  store.set('b')
  leave()
  store.set('c')
  expect(heard).toEqual(['first b', 'second b', 'second c'])
})

it('What runs while a store is watched begins with the first subscriber and ends with the last', () => {
  const heard: string[] = []
  const store = createStore(0, (set) => {
    heard.push('begins')
    set(1)
    return () => heard.push('ends')
  })
  const leaves = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
  expect([heard, store.get()]).toEqual([['begins'], 1])
  for (const leave of [...leaves, ...leaves]) leave()
  expect(heard).toEqual(['begins', 'ends'])
  store.subscribe(() => undefined)
  expect(heard).toEqual(['begins', 'ends', 'begins'])
})
