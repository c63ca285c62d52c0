import { ErrorIcon, FlaskIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx'

/** What a colour means: must be fixed, look again, confirmed, explanation, sandbox or test mode. */
export type Tone = 'neutral' | 'error' | 'warning' | 'success' | 'info' | 'sandbox'

/** The icon that goes with a colour, as colour alone tells some people nothing. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  switch (tone) {
    case 'error':
      return <ErrorIcon />
    case 'warning':
      return <WarningIcon />
    case 'success':
      return <SuccessIcon />
    case 'info':
      return <InfoIcon />
    case 'sandbox':
      return <FlaskIcon />
    case 'neutral':
      return null
  }
}
