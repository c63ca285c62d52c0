import { Fragment, type JSX } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { apartTexts, hasList } from './texts.ts'

export { Fragment, type JSX }

/** The same in development and in tests. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, source, self) => {
  const apart = apartTexts(type, props)
  return react.jsxDEV(type, apart, key, isStatic && hasList(apart), source, self)
}
