import type { BoardExportHead } from '@rodada/contract/boards/export'
import { listTemplates } from '../boards/card-templates/queries.ts'
import { deckOf, deckPointsOf } from '../boards/deck-queries.ts'
import { listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { listMembers } from '../boards/members/queries.ts'
import { listFormerPrefixes } from '../boards/prefix-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { fittingFilters } from '../boards/saved-filters/fitting-view.ts'
import { listFilters } from '../boards/saved-filters/queries.ts'
import { fittingContent, templateView } from '../cards/templates/content-view.ts'
import { finalOf } from '../sprints/figure-queries.ts'
import { listSprintsOfBoard } from '../sprints/queries.ts'
import { showSprints } from '../sprints/sprint-queries.ts'
import { lastNumberOf, listAllColumns, listAllLists, listJournalEnds } from './board-queries.ts'
import type { Read } from './pages.ts'

type Head = Omit<BoardExportHead, 'format' | 'version' | 'exported_at' | 'source'>

/** What a board has beside its cards, of which there are few of each. */
export async function readHead(board: BoardRow, read: Read): Promise<Head> {
  const { id: boardId } = board
  return {
    board: await read(async (db) => boardView(board, await listFormerPrefixes(db, boardId), await lastNumberOf(db, boardId))),
    members: await read(async (db) =>
      (await listMembers(db, boardId)).map(({ user_id, role, joined_at }) => ({ user_id, role, joined_at })),
    ),
    labels: await read(async (db) => (await listLabels(db, boardId)).map(({ id, name, color }) => ({ id, name, color }))),
    fields: await read(async (db) => (await listFields(db, boardId)).map(({ version: _, ...field }) => field)),
    lists: await read((db) => listAllLists(db, boardId)),
    sprints: await readSprints(boardId, read),
    card_templates: await readTemplates(boardId, read),
    saved_filters: await read(async (db) => {
      const filters = await fittingFilters(db, boardId, await listFilters(db, boardId, null))
      return filters.map(({ id, name, filter, created_at }) => ({ id, name, filter, created_at }))
    }),
  }
}

const boardView = (board: BoardRow, former_prefixes: string[], last_number: number): Head['board'] => ({
  id: board.id,
  title: board.title,
  description: board.description,
  color: board.color,
  is_public: board.is_public === 1,
  is_template: board.is_template === 1,
  key_prefix: board.key_prefix,
  former_prefixes,
  last_number,
  deck: deckOf(board),
  deck_points: deckPointsOf(board),
  auto_sprint: board.auto_sprint === 1,
  created_by: board.user_id,
  created_at: board.created_at,
  updated_at: board.updated_at,
})

const readSprints = (boardId: number, read: Read): Promise<Head['sprints']> =>
  read(async (db, viewer) => {
    const rows = await listSprintsOfBoard(db, viewer, boardId)
    const shown = new Map((await showSprints(db, viewer, rows)).map((sprint) => [sprint.id, sprint]))
    const columns = await listAllColumns(db, boardId)
    const ends = await listJournalEnds(db, boardId)
    return rows.flatMap((row) => {
      const sprint = shown.get(row.id)
      if (!sprint) return []
      const { board_id: _, board_name: __, board_color: ___, reopens_until: ____, version: _____, can: ______, ...told } = sprint
      const { committed = null, completed = null, recorded = true } = finalOf(row) ?? {}
      const more = { created_at: row.created_at, journal_end: ends.get(row.id) ?? null }
      return [{ ...told, columns: columns.get(row.id) ?? [], committed: recorded ? committed : null, completed, ...more }]
    })
  })

async function readTemplates(boardId: number, read: Read): Promise<Head['card_templates']> {
  const templates: Head['card_templates'] = []
  for (const template of await read((db) => listTemplates(db, boardId))) {
    const view = await read(async (db) => templateView(template, await fittingContent(db, boardId, template.content)))
    const { board_id: _, checklist_total: __, version: ___, ...told } = view
    templates.push(told)
  }
  return templates
}
