import { createElement, type ElementType } from 'react'

/**
 * The props of an element, with no text next to other children. A browser that translates a page replaces each text node by its own
 * elements. When React then updates or removes its text node, it fails, or changes a node that is not visible any more. The only text of an
 * element is safe, as React sets it through the element: so adjacent texts become one, and a text next to elements gets an element around
 * it.
 */
export function apartTexts(type: ElementType, props: unknown): unknown {
  if (!hasChildren(props)) return props
  const { children } = props
  // Such as a fragment, whose content is next to what is around it.
  const isNoElement = typeof type === 'symbol'
  if (isText(children)) return isNoElement ? { ...props, children: inElement(children, 0) } : props
  if (!Array.isArray(children) || !holdsText(children)) return props
  if (!children.every(isWord)) return { ...props, children: apart(children) }
  const text = children.filter((child) => typeof child !== 'boolean').join('')
  return { ...props, children: isNoElement ? inElement(text, 0) : text }
}

/** Whether there are still several children: React requires a list where several were written. */
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

/** Translation leaves a space between elements alone, and in a flex row it has no width. */
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
