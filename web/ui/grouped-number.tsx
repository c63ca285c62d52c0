import styles from './grouped-number.module.css'

export interface GroupedNumberProps {
  readonly text: string
  /** As it is printed; left out, long ones by four. */
  readonly groups?: readonly string[] | undefined
  /** The characters to mark, such as those that differ from another number. */
  readonly marked?: ReadonlySet<number> | undefined
}

/** A long number in groups for reading. The gaps are styles, not text, so that the copied number has none. */
export function GroupedNumber({ text, groups = groupsOfFour(text), marked = none }: GroupedNumberProps) {
  if (groups.length === 0)
    return (
      <bdi translate="no">
        <Marked text={text} from={0} marked={marked} />
      </bdi>
    )
  return (
    <bdi translate="no">
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number have nothing but their place
        <span key={place} className={styles.group}>
          <Marked text={group} from={groups.slice(0, place).join('').length} marked={marked} />
        </span>
      ))}
    </bdi>
  )
}

const none: ReadonlySet<number> = new Set()

function groupsOfFour(text: string): readonly string[] {
  return /^[0-9]{12,}$/.test(text) ? (text.match(/.{1,4}/g) ?? []) : []
}

interface MarkedProps {
  readonly text: string
  /** The index of its first character in the whole. */
  readonly from: number
  readonly marked: ReadonlySet<number>
}

function Marked({ text, from, marked }: MarkedProps) {
  if (marked.size === 0) return text
  return text.split('').map((character, place) =>
    marked.has(from + place) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the characters of a text have nothing but their place
      <mark key={place} className={styles.marked}>
        {character}
      </mark>
    ) : (
      character
    ),
  )
}
