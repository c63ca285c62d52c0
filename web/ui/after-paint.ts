import { useEffect, useState } from 'react'

const waiting = new Set<() => void>()

/** Renders after the last change is painted; the same `render` only once. In a hidden page, at once. */
export function renderAfterPaint(render: () => void): void {
  if (document.hidden) {
    render()
    return
  }
  if (waiting.size === 0) requestAnimationFrame(afterFrame)
  waiting.add(render)
}

function afterFrame(): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const renders = [...waiting]
    waiting.clear()
    for (const render of renders) render()
    port1.close()
  }
  port2.postMessage(undefined)
}

/** The value of the last paint: what shows it follows a frame later, and delays nothing. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (painted !== value) renderAfterPaint(() => setPainted(value))
  }, [painted, value])
  return painted
}
