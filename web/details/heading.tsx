import { t } from '../language/translate.ts'

interface HeadingProps {
  readonly title: string
  /** It took the place of another one: a screen reader begins here. */
  readonly isNew?: boolean
  /** Something on the page has to be fixed, as the title of the document says too. */
  readonly hasErrors?: boolean
}

/** The heading of the page, which is its title too. */
export function Heading({ title, isNew = false, hasErrors = false }: HeadingProps) {
  return (
    <>
      <title>{hasErrors ? `${t('ui.field.error')} ${title}` : title}</title>
      <h1 tabIndex={-1} ref={isNew ? begin : undefined}>
        {title}
      </h1>
    </>
  )
}

function begin(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  if (heading !== null) window.scrollTo(0, 0)
}
