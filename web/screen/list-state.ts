import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

export interface Filter<Value extends string = string> {
  readonly value: Value | undefined
  readonly choose: (value: string | undefined) => void
}

/**
 * A filter in the address, so that reloading, going back and sharing the link keep it. For codes and ids only: what a person types may be a
 * person's name or number. Undefined where nothing, or an unknown value, is chosen.
 */
export function useFilter<Value extends string>(
  name: string,
  isOffered: (value: string) => value is Value,
): Filter<Value>
export function useFilter(name: string, isOffered?: (value: string) => boolean): Filter
export function useFilter(name: string, isOffered: (value: string) => boolean = () => true): Filter {
  const [parameters, setParameters] = useSearchParams()
  const value = parameters.get(name)
  return {
    value: value !== null && isOffered(value) ? value : undefined,
    choose: (chosen) =>
      setParameters(
        () => {
          // Read from the address, as several filters may change at once and each knows only the last render.
          const next = new URLSearchParams(window.location.search)
          if (chosen === undefined) next.delete(name)
          else next.set(name, chosen)
          return next
        },
        { replace: true, state: window.history.state },
      ),
  }
}

/** Narrows a text to the values of a list. */
export function isOneOf<Value extends string>(offered: readonly Value[]): (value: string) => value is Value {
  return (value): value is Value => offered.some((one) => one === value)
}

/** A pause in typing, in ms. */
const pauseMs = 250

export interface ListSearch {
  /** The text of the search box. */
  readonly typed: string
  /** The text to search for: the typed one after a pause. */
  readonly text: string
  readonly type: (typed: string) => void
}

/**
 * The text of a search. As it may be a person's name or number, it is never in the address: it is saved in the history entry, where going
 * back finds it again.
 */
export function useSearchText(): ListSearch {
  const [typed, setTyped] = useState(textOfHistory)
  const [text, setText] = useState(typed)
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => setText(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  return {
    typed,
    text: text.trim(),
    type(next) {
      setTyped(next)
      // Saved at once: after the pause the person may have left, and this would be another entry.
      window.history.replaceState({ ...stateOfHistory(), searchText: next }, '')
    },
  }
}

function textOfHistory(): string {
  const { searchText } = stateOfHistory()
  return typeof searchText === 'string' ? searchText : ''
}

function stateOfHistory(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** `2026-11-21`, as a filter by days has it in the address. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** A day begins and ends in the person's time zone. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
