/** The name of a person, a company or a bank: in its own direction, whatever is written around it, and never translated by the browser. */
export function Name({ children }: { readonly children: string }) {
  return <bdi translate="no">{children}</bdi>
}

/** An amount, a number, a reference or a code: left to right even next to an Arabic name, and never translated by the browser. */
export function Code({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr" translate="no">
      {children}
    </bdi>
  )
}
