import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

test('A text next to elements gets its own element', () => {
  const { container } = render(
    <p>
      Sent to <b>Ana</b> {2} times
    </p>,
  )
  expect(container.innerHTML).toBe('<p><span>Sent to </span><b>Ana</b> <span>2</span><span> times</span></p>')
})

test('Adjacent texts become one text, which gets an element in a fragment', () => {
  const count: number = 2
  const { container } = render(
    <>
      {count} times
      {count > 2 && 'more'}
    </>,
  )
  expect(container.innerHTML).toBe('<span>2 times</span>')
  const { container: list } = render(<p>{['one', ', two']}</p>)
  expect(list.firstChild?.childNodes).toHaveLength(1)
})
