import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { listTemplates } from '../../boards/card-templates/queries.ts'
import { listLabels } from '../../boards/label-queries.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import type { Write } from '../../boards/write.ts'
import { cardFromTemplate, createTemplate, editTemplate, loadTemplate, removeTemplate } from './commands.ts'
import { templateSummary } from './content-view.ts'

/** The templates of cards that a board keeps: everybody who sees it sees them, and who writes on it writes and uses them. */
export function templateRoutes(route: Route, { db }: Pick<Deps, 'db'>, write: Write): void {
  route(cardTemplatesApi.list, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    const labels = new Set((await listLabels(db, boardId)).map(({ id }) => id))
    return (await listTemplates(db, boardId)).map((template) => {
      const summary = templateSummary(template)
      return { ...summary, label_ids: summary.label_ids.filter((id) => labels.has(id)) }
    })
  })
  route(cardTemplatesApi.get, async ({ viewer, params: { boardId, templateId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return loadTemplate(db, boardId, templateId)
  })
  route(cardTemplatesApi.add, ({ viewer, params, body }) => write(viewer, (work) => createTemplate(work, viewer, params, body)))
  route(cardTemplatesApi.update, ({ viewer, params, body }) => write(viewer, (work) => editTemplate(work, viewer, params, body)))
  route(cardTemplatesApi.remove, ({ viewer, params }) => write(viewer, (work) => removeTemplate(work, viewer, params)))
  route(cardTemplatesApi.use, ({ viewer, params, body }) => write(viewer, (work) => cardFromTemplate(work, viewer, params, body)))
}
