import type { ReactNode } from 'react'

/** Sixteen-pixel line icons. All are decoration: the word next to them carries the meaning. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** The circle around a sign. */
const ring = 'M14.2 8a6.2 6.2 0 1 1-12.4 0 6.2 6.2 0 0 1 12.4 0Z'

export function TickIcon() {
  return (
    <Icon>
      <path d="m3 8.5 3.2 3.2L13 4.8" />
    </Icon>
  )
}

export function CrossIcon() {
  return (
    <Icon>
      <path d="m4 4 8 8m0-8-8 8" />
    </Icon>
  )
}

/** Must be fixed. */
export function ErrorIcon() {
  return (
    <Icon>
      <path d={`${ring}M8 4.8v3.6m0 2.6v.1`} />
    </Icon>
  )
}

/** Look again. */
export function WarningIcon() {
  return (
    <Icon>
      <path d="M8 2.2 14.4 13.4H1.6Zm0 4.2v3.2m0 1.8v.1" />
    </Icon>
  )
}

/** An explanation. */
export function InfoIcon() {
  return (
    <Icon>
      <path d={`${ring}M8 7.6v3.6M8 5v-.1`} />
    </Icon>
  )
}

/** Confirmed. */
export function SuccessIcon() {
  return (
    <Icon>
      <path d={`${ring}M5.2 8.2l2 2 3.6-4`} />
    </Icon>
  )
}

/** Sandbox or test mode. */
export function FlaskIcon() {
  return (
    <Icon>
      <path d="M6.2 1.8h3.6M6.8 2v4.2l-4 6.6c-.4.7.1 1.4.8 1.4h8.8c.7 0 1.2-.7.8-1.4l-4-6.6V2M4.7 10h6.6" />
    </Icon>
  )
}

export function CopyIcon() {
  return (
    <Icon>
      <rect x="5.6" y="5.6" width="8" height="8.4" rx="1.4" />
      <path d="M10.4 3.2v-.4c0-.6-.4-1-1-1H3.4c-.6 0-1 .4-1 1v6.4c0 .6.4 1 1 1h.2" />
    </Icon>
  )
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m4 6 4 4 4-4" />
    </Icon>
  )
}

export function ThemeIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 1.8a6.2 6.2 0 0 1 0 12.4Z" fill="currentColor" />
    </Icon>
  )
}

/** The page's language. */
export function GlobeIcon() {
  return (
    <Icon>
      <path d={`${ring}M1.8 8h12.4M8 1.8c4.4 3.6 4.4 8.8 0 12.4-4.4-3.6-4.4-8.8 0-12.4Z`} />
    </Icon>
  )
}

export function MenuIcon() {
  return (
    <Icon>
      <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="4.6" />
      <path d="m10.6 10.6 3.2 3.2" />
    </Icon>
  )
}

/** Returned to its author. */
export function ReturnIcon() {
  return (
    <Icon>
      <path d="M6 3.2 2.6 6.6 6 10M2.8 6.6h6.4a4 4 0 0 1 0 8H7" />
    </Icon>
  )
}

/** Unconfirmed. */
export function QuestionIcon() {
  return (
    <Icon>
      <path d={`${ring}M6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.7-.9 1.3m0 1.9v.1`} />
    </Icon>
  )
}
