import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { handToImport, peopleAsFile, type TakenPerson } from './batch-of-people.ts'
import { singleOf } from './found-details.tsx'

export interface PeopleAsBatchProps {
  readonly people: readonly TakenPerson[]
  readonly isReading: boolean
  readonly onTake: (people: readonly TakenPerson[]) => void
}

/** Says of how many people a message is, and takes what is selected of each person into the import, a row each. */
export function PeopleAsBatch({ people, isReading, onTake }: PeopleAsBatchProps) {
  const [, navigate] = useLocation()
  const more = people.map(({ reading, taken }) => ({
    reading,
    taken: [...taken, ...singleOf(reading).filter((found) => !taken.includes(found))],
  }))
  const count = countOf(people)

  function open() {
    handToImport(peopleAsFile(people))
    navigate(paths.import)
  }

  return (
    <>
      <p>{t('paste.part.several', { count: people.length })}</p>
      <Actions>
        <Button
          small
          busy={isReading}
          unavailable={count === 0 ? t('paste.found.tickSomething') : undefined}
          onClick={open}
        >
          {t('paste.batch.open', { people: people.length })}
        </Button>
        {countOf(more) > count && (
          <Button small onClick={() => onTake(more)}>
            {t('paste.batch.tickLikely')}
          </Button>
        )}
      </Actions>
      <p>{t('paste.batch.takes', { count })}</p>
    </>
  )
}

function countOf(people: readonly TakenPerson[]): number {
  return people.reduce((sum, { taken }) => sum + taken.length, 0)
}
