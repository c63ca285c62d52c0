import { FileReadError } from '#shared/files/refusal.ts'
import { attribute, type XmlReader } from '#shared/files/xml-scanner.ts'
import { damagedFile } from '#shared/files/zip.ts'
import { type Package, readWholePart } from './part.ts'

/** The sheets of a workbook and the paths of its parts (ECMA-376, part 1, sections 12.3 and 18.2). */
export interface WorkbookIndex {
  readonly sheets: readonly WorkbookSheet[]
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
  /** Its dates are counted from 1904, as on old Macs. */
  readonly is1904: boolean
}

export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  readonly path: string
}

/** @throws Refused for what is no workbook of Excel */
export async function readWorkbook(parts: Package): Promise<WorkbookIndex> {
  const path = (await readRelations(parts, '')).find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined || !parts.entries.has(path)) throw damagedFile()
  if (path.endsWith('.bin')) throw new FileReadError({ refusal: 'binary_workbook', params: {} })
  const relations = await readRelations(parts, path)
  const listed = new WorkbookReader()
  await readWholePart(parts, path, listed)
  const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path
  const sheets = listed.sheets.flatMap(({ name, isHidden, id }) => {
    const target = relations.find((relation) => relation.id === id && relation.type === 'worksheet')
    return target === undefined ? [] : [{ name, isHidden, path: target.path }]
  })
  return { sheets, sharedStrings: pathOf('sharedStrings'), styles: pathOf('styles'), is1904: listed.is1904 }
}

class WorkbookReader implements XmlReader {
  readonly sheets: { name: string; isHidden: boolean; id: string }[] = []
  is1904 = false

  open(name: string, attributes: string): void {
    if (name === 'workbookPr') this.is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    if (name !== 'sheet' || this.sheets.length >= mostSheets) return
    this.sheets.push({
      name: attribute(attributes, 'name') ?? '',
      isHidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
      id: attribute(attributes, 'id') ?? '',
    })
  }

  close(): void {}
  text(): void {}
}

/** More than anyone chooses from. */
const mostSheets = 1_000

interface Relation {
  readonly id: string
  /** The end of the address that names it: `worksheet`, `sharedStrings`. */
  readonly type: string
  readonly path: string
}

/** What a part, or with an empty path the package, refers to. */
async function readRelations(parts: Package, path: string): Promise<readonly Relation[]> {
  const name = path.lastIndexOf('/') + 1
  const relations: Relation[] = []
  await readWholePart(parts, `${path.slice(0, name)}_rels/${path.slice(name)}.rels`, {
    open: (element, attributes) => {
      if (element !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const type = attribute(attributes, 'Type') ?? ''
      const target = attribute(attributes, 'Target') ?? ''
      const from = target.startsWith('/') ? '' : path.slice(0, name)
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: plainPath(from + target),
      })
    },
    close: () => {},
    text: () => {},
  })
  return relations
}

/** Without `.`, `..` and a slash at its start. */
function plainPath(path: string): string {
  const folders: string[] = []
  for (const folder of path.split('/'))
    if (folder === '..') folders.pop()
    else if (folder !== '' && folder !== '.') folders.push(folder)
  return folders.join('/')
}
