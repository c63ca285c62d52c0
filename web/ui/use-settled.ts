import { useEffect, useState } from 'react'

/** A value once it is unchanged for `pauseMs`; undefined while it changes. */
export function useSettled<Value>(value: Value, pauseMs: number): Value | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled === value ? settled : undefined
}
