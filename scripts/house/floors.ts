/** Why a file of a folder must not import one of another: floors are from the ground up, and each knows those below it. */
export function floorError(floors: readonly (readonly string[])[], path: string, target: string): string | undefined {
  const [from, to] = [folderOf(path), folderOf(target)]
  const floorOf = (folder: string) => floors.findIndex((folders) => folders.includes(folder))
  if (floorOf(from) < 0 || floorOf(to) < 0) return `${from} or ${to} is on no floor`
  return from === to || floorOf(to) < floorOf(from) ? undefined : `${from} does not know ${to}`
}

/** `provider` for `server/provider/retries.ts`; empty at the top of the room. */
export function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/')
  return rest.length > 0 ? folder : ''
}
