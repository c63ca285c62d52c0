import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { readFromTab, saveInTab } from '../state/tab-storage.ts'

export interface TestMode {
  readonly isOn: boolean
  readonly setIsOn: (isOn: boolean) => void
}

const TestModeContext = createContext<TestMode>({ isOn: false, setIsOn: () => undefined })

const key = 'payout-desk:test-mode'

/** Whether validations are simulated: set by the form, shown in the strip at the top of every screen, kept over a reload. */
export function TestModeProvider({ children }: { readonly children: ReactNode }) {
  const [isOn, setIsOn] = useState(wasOn)
  const set = useMemo(() => remembering(setIsOn), [])
  const mode = useMemo(() => ({ isOn, setIsOn: set }), [isOn, set])
  return <TestModeContext value={mode}>{children}</TestModeContext>
}

export function useTestMode(): TestMode {
  return useContext(TestModeContext)
}

function wasOn(): boolean {
  return readFromTab(key) === true
}

function remembering(setIsOn: (isOn: boolean) => void) {
  return (isOn: boolean) => {
    setIsOn(isOn)
    saveInTab(key, isOn)
  }
}
