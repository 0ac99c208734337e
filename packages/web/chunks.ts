import { build, type InlineConfig, type Rolldown } from 'vite'

/** The frame around signed-in pages, which each of them loads besides its screen. */
const frame = /\/src\/app\/(shell\/Shell|session\/SessionWatch)\.tsx$/
const screen = /\/src\/features\/.*Screen\.tsx$/
const landing = /\/features\/landing\/LandingScreen\.tsx$/
const room = /\/features\/rooms\/RoomScreen\.tsx$/
const board = /\/features\/boards\/BoardScreen\.tsx$/
const kanban = /\/(BoardScreen|SprintBoardScreen|BacklogScreen)\.tsx$/
/** What so many pages use, the others may load as well. */
const many = 4

/**
 * Puts the modules that pages have in common into a few files. Left alone, the bundler gives each combination of pages a file of its
 * own: the landing page then loads 23 files and 173 KB instead of 5 and 163, the board 80 and 136 KB instead of 19 and 119, and a build
 * takes as long.
 *
 * - `base`: what the first file of every visit brings, and what the landing page shares with many
 * - `room`: what the room and the dialogs that it opens later need, and no other page
 * - `parts`: what the room shares with signed-in pages
 * - `frame`: what the frame around signed-in pages needs, and what the board shares with many of them
 * - `kanban`: what only boards and backlogs need
 * - `pages`: what many others share
 *
 * The room and the board carry nothing that they do not use, since their weight has a budget (scripts/check/size-budget.ts). Which page
 * uses what is known only after unused code has been left out, so the pages are built once as the bundler likes, and looked at.
 * @returns the name of the file that a module goes to; null leaves it to the bundler
 */
export async function sharedFiles(config: InlineConfig): Promise<(id: string) => string | null> {
  const built = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const behind = (isStart: (chunk: Rolldown.OutputChunk) => boolean) => modulesBehind(chunks, chunks.filter(isStart))
  const at = (place: RegExp) => behind(({ facadeModuleId }) => place.test(facadeModuleId ?? ''))
  const entry = behind(({ isEntry }) => isEntry)
  const [ofLanding, ofRoom, ofBoard, ofFrame] = [at(landing), at(room), at(board), at(frame)]
  const pages = chunks
    .map((chunk) => ({ page: chunk.facadeModuleId ?? '', modules: modulesBehind(chunks, [chunk]) }))
    .filter(({ page }) => screen.test(page) || frame.test(page))

  return (id) => {
    const users = pages.filter(({ modules }) => modules.has(id)).map(({ page }) => page)
    const isCommon = users.length >= many
    if (entry.has(id) || (ofLanding.has(id) && isCommon)) return 'base'
    // The router asks for the screen by its own file.
    if (ofLanding.has(id) || room.test(id)) return null
    if (ofRoom.has(id)) return users.length < 2 ? 'room' : 'parts'
    if (users.length < 2) return null
    if (ofFrame.has(id) || (ofBoard.has(id) && isCommon)) return 'frame'
    if (users.every((page) => kanban.test(page))) return 'kanban'
    return isCommon ? 'pages' : null
  }
}

/** What some files bring with all that they import at once; what they import later is another visit's business. */
function modulesBehind(all: readonly Rolldown.OutputChunk[], from: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set(from)
  for (const { imports } of files) for (const chunk of all) if (imports.includes(chunk.fileName)) files.add(chunk)
  return new Set([...files].flatMap(({ moduleIds }) => moduleIds))
}
