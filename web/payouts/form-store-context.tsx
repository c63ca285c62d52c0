import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from '../state/store.ts'
import { createFormStore, type FormState, type FormStore } from './form-store.ts'

const FormStoreContext = createContext<FormStore>(createFormStore())

export function FormStoreProvider({ store, children }: { readonly store: FormStore; readonly children: ReactNode }) {
  return <FormStoreContext value={store}>{children}</FormStoreContext>
}

export function useFormStore(): FormStore {
  return useContext(FormStoreContext)
}

/**
 * A part of the form's state; draws again only when that part changes, so `select` gives a text, a number, a boolean or
 * an object that the state itself holds. Undefined while no country is chosen.
 */
export function useFormPart<Part>(select: (state: FormState) => Part): Part | undefined {
  return useStore(useFormStore(), (state) => state && select(state))
}
