import { useSearchParams } from 'wouter'

/**
 * A filter that lives in the address, so that a reload, the way back and a shared link keep it. For codes and ids alone: what a person
 * types may be somebody's name or number. Undefined where nothing, or nothing that is offered, is chosen.
 */
export function useFilter(
  name: string,
  isOffered: (value: string) => boolean = () => true,
): readonly [value: string | undefined, choose: (value: string | undefined) => void] {
  const [parameters, setParameters] = useSearchParams()
  const value = parameters.get(name)
  return [
    value !== null && isOffered(value) ? value : undefined,
    (chosen) =>
      setParameters(
        () => {
          // As it is now: several filters may change in one go, and each knows only what was last drawn.
          const next = new URLSearchParams(window.location.search)
          if (chosen === undefined) next.delete(name)
          else next.set(name, chosen)
          return next
        },
        { replace: true, state: window.history.state },
      ),
  ] as const
}
