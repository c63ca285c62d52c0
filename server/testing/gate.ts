/** A promise that the test resolves. */
export interface Gate<Value> {
  readonly opened: Promise<Value>
  open(value: Value): void
}

export function gate<Value>(): Gate<Value> {
  let open: (value: Value) => void = () => {}
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { opened, open: (value) => open(value) }
}
