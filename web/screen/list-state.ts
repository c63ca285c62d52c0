import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

export interface Filter<Value extends string = string> {
  readonly value: Value | undefined
  readonly choose: (value: string | undefined) => void
}

/**
 * A filter in the address, so that a reload, the way back and a shared link have it. For codes and ids only: what a person
 * types may be somebody's name or number. Undefined where nothing, or nothing that is offered, is chosen.
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
          // As it is now: several filters may change at once, and each knows only the last render.
          const next = new URLSearchParams(window.location.search)
          if (chosen === undefined) next.delete(name)
          else next.set(name, chosen)
          return next
        },
        { replace: true, state: window.history.state },
      ),
  }
}

/** Tells the values of a list from all others. */
export function oneOf<Value extends string>(offered: readonly Value[]): (value: string) => value is Value {
  return (value): value is Value => offered.some((one) => one === value)
}

/** A pause in typing, in ms. */
const pauseMs = 250

export interface SearchText {
  /** The text of the search box. */
  readonly typed: string
  /** What is searched for: the same after a pause. */
  readonly text: string
  readonly type: (typed: string) => void
}

/**
 * The text of a search. It may be somebody's name or number, so it is never in the address: it is saved with the entry of the browser's
 * history, where the way back finds it again.
 */
export function useSearchText(): SearchText {
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
      // At once: somebody may leave before the pause is over, and then this is another entry.
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

/** A day begins and ends where the person is. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
