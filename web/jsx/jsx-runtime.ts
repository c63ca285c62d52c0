import { Fragment, type JSX } from 'react'
import * as react from 'react/jsx-runtime'
import { apartTexts, hasList } from './texts.ts'

export { Fragment, type JSX }

/** The target of compiled JSX in the page. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, apartTexts(type, props), key)

/** The same for several static children. */
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const apart = apartTexts(type, props)
  return hasList(apart) ? react.jsxs(type, apart, key) : react.jsx(type, apart, key)
}
