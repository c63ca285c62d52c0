import { type ComponentType, lazy } from 'react'

const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** The screens whose file could not be had: each with what tries it again at once. */
const failing = new Set<() => void>()
const listeners = new Set<() => void>()

/**
 * A screen that loads with its first visit. Where its file cannot be had it is tried again, by itself and with {@link retryScreens}, so
 * that neither the frame nor what was typed goes with it; meanwhile {@link isScreenFailing} is true.
 */
export function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await persistently(load) }))
}

export function isScreenFailing(): boolean {
  return failing.size > 0
}

export function onScreenFailing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tries again at once what could not be loaded. */
export function retryScreens(): void {
  for (const retry of failing) retry()
}

window.addEventListener('online', retryScreens)

async function persistently<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  let wake = () => {}
  const retry = () => wake()
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
    try {
      const loaded = await load()
      note(() => failing.delete(retry))
      return loaded
    } catch {
      note(() => failing.add(retry))
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, waitMs)
      })
      await reloadStyles()
    }
  }
}

function note(change: () => void) {
  change()
  for (const listener of listeners) listener()
}

/** Vite asks for each stylesheet once in the life of the page, also where it never came: without this the screen would stand there bare. */
async function reloadStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  await Promise.all([...links].filter(({ sheet }) => sheet === null).map(loadedAgain))
}

function loadedAgain(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.onload = () => resolve()
    link.onerror = () => resolve()
    link.href = failed.href
    failed.replaceWith(link)
  })
}
