import { useSyncExternalStore } from 'react'

/** A value that can be read, and that notifies of each change. */
export interface Watchable<Value> {
  readonly get: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export interface ValueStore<Value> extends Watchable<Value> {
  readonly set: (next: Value) => void
}

/** A value outside React. `whileWatched` is called for the first subscriber, and returns what to call after the last one. */
export function createStore<Value>(
  initial: Value,
  whileWatched?: (set: (next: Value) => void) => () => void,
): ValueStore<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  let end: (() => void) | undefined
  function set(next: Value) {
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    set,
    subscribe(listener) {
      if (listeners.size === 0) end = whileWatched?.(set)
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.()
      }
    },
  }
}

/** Renders again whenever the store changes, or only when the part of it does that `select` gives: a value that it holds, or a plain one. */
export function useStore<Value>(store: Watchable<Value>): Value
export function useStore<Value, Part>(store: Watchable<Value>, select: (value: Value) => Part): Part
export function useStore<Value>(store: Watchable<Value>, select: (value: Value) => unknown = (value) => value) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
