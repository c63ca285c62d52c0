import { createElement, Fragment, type ReactNode } from 'react'
import { alternativeParts } from '../language/formats.ts'

/** "A, B or C" of elements. */
export function Alternatives({ items }: { readonly items: readonly ReactNode[] }) {
  // Spread, as the parts of a sentence have no keys.
  return createElement(Fragment, null, ...alternativeParts(items))
}
