import { columnName } from './column-name.ts'
import { xmlText } from './xml.ts'

/** What a column's note is made of. */
interface NotedColumn {
  readonly note?: string
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The notes of the headings (ECMA-376, part 1, 18.7). */
export function notesOf(columns: readonly NotedColumn[]): string {
  const all = columns.flatMap(({ note }, place) =>
    note === undefined
      ? []
      : [
          `<comment ref="${columnName(place)}1" authorId="0"><text><t xml:space="preserve">${xmlText(note)}</t></text></comment>`,
        ],
  )
  return `${declaration}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Payout Desk</author></authors><commentList>${all.join('')}</commentList></comments>`
}

/** Without its box, in the older language for drawings, no spreadsheet shows a note. ECMA-376, part 4, 19. */
export function vmlOf(columns: readonly NotedColumn[]): string {
  const boxes = columns.flatMap(({ note }, place) => (note === undefined ? [] : [boxOf(place)]))
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${boxes.join('')}</xml>`
}

function boxOf(place: number): string {
  const anchor = [place + 1, 15, 1, 10, place + 4, 15, 8, 4].join(', ')
  return `<v:shape id="note${place}" type="#note" style="position:absolute;visibility:hidden" fillcolor="#ffffe1"><v:fill color2="#ffffe1"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${place}</x:Column></x:ClientData></v:shape>`
}
