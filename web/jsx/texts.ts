import { createElement, type ElementType } from 'react'

/**
 * The props of an element, with no text of its children beside anything else. A browser that translates a page replaces each text by
 * elements of its own. React writes to the text it made and takes it away again, and fails, or changes what nobody sees any more. The
 * only text of an element is safe, as React writes it through the element: so texts alone become one, and a text beside elements gets
 * an element of its own.
 */
export function apartTexts(type: ElementType, props: unknown): unknown {
  if (!hasChildren(props)) return props
  const { children } = props
  // Such as a fragment: what is in it stands beside what is around it.
  const isNoElement = typeof type === 'symbol'
  if (isText(children)) return isNoElement ? { ...props, children: inElement(children, 0) } : props
  if (!Array.isArray(children) || !holdsText(children)) return props
  if (!children.every(isWord)) return { ...props, children: apart(children) }
  const text = children.filter((child) => typeof child !== 'boolean').join('')
  return { ...props, children: isNoElement ? inElement(text, 0) : text }
}

/** Whether the children are still several: React asks for it of what was written as several. */
export function hasList(props: unknown): boolean {
  return hasChildren(props) && Array.isArray(props.children)
}

type Text = string | number

function apart(children: readonly unknown[]): readonly unknown[] {
  return children.map((child, place) => {
    if (Array.isArray(child)) return apart(child)
    return isText(child) ? inElement(child, place) : child
  })
}

function inElement(text: Text, place: number) {
  return createElement('span', { key: `text ${place}` }, text)
}

function holdsText(children: readonly unknown[]): boolean {
  return children.some((child) => (Array.isArray(child) ? holdsText(child) : isText(child)))
}

/** A space between elements is left alone by who translates, and has no width of its own beside what is laid out in a row. */
function isText(child: unknown): child is Text {
  return typeof child === 'number' || (typeof child === 'string' && child.trim() !== '')
}

/** A text, or nothing. */
function isWord(child: unknown): boolean {
  return child == null || ['string', 'number', 'boolean'].includes(typeof child)
}

function hasChildren(props: unknown): props is { readonly children: unknown } {
  return typeof props === 'object' && props !== null && 'children' in props
}
