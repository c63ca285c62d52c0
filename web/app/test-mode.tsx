import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

export interface TestMode {
  readonly isOn: boolean
  readonly setIsOn: (isOn: boolean) => void
}

const TestModeContext = createContext<TestMode>({ isOn: false, setIsOn: () => undefined })

const key = 'payout-desk:test-mode'

/** Whether checks are simulated: set by the form, shown in the strip at the top of every screen, kept over a reload. */
export function TestModeProvider({ children }: { readonly children: ReactNode }) {
  const [isOn, setIsOn] = useState(wasOn)
  const mode = useMemo(() => ({ isOn, setIsOn: remembering(setIsOn) }), [isOn])
  return <TestModeContext value={mode}>{children}</TestModeContext>
}

export function useTestMode(): TestMode {
  return useContext(TestModeContext)
}

function wasOn(): boolean {
  try {
    return sessionStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

function remembering(setIsOn: (isOn: boolean) => void) {
  return (isOn: boolean) => {
    setIsOn(isOn)
    try {
      sessionStorage.setItem(key, isOn ? 'on' : 'off')
    } catch {
      // Without storage it holds until the page is left.
    }
  }
}
