import type { Reader } from '../store/store.ts'

/** Who entered the sample data. The column alone would let who can write to the database make staff of it, whose payouts go. */
export async function samplePeople({
  db,
  entriesAbout,
}: Pick<Reader, 'db' | 'entriesAbout'>): Promise<readonly string[]> {
  const people = await db.selectFrom('people').select('id').where('is_sample', '=', 1).execute()
  const entries = await entriesAbout(people.map(({ id }) => id))
  const isAdded = ({ action, facts }: (typeof entries)[number]) =>
    action === 'person.added' && facts.includes('"isSample":true')
  return entries.filter(isAdded).map(({ thing_id }) => thing_id)
}
