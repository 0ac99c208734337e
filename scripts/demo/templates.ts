import { boardsApi } from '@rodada/contract/boards/board-calls'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

const incident = {
  name: 'Incidente em produção',
  title: 'Incidente: ',
  description: '## O que as pessoas veem\n\n## Desde quando\n\n## O que já tentamos\n',
  priority: 'urgent' as const,
  checklists: [
    { title: 'Agora', items: ['Avisar o suporte', 'Conter o problema', 'Dizer quem cuida'] },
    { title: 'Depois', items: ['Contar o que aprendemos', 'Criar os cartões que faltam'] },
  ],
}

/** Gives a board of the demonstration templates of cards, saved filters and a card that comes again, and the team a template of boards. */
export async function fillTemplates(origin: string, owner: Account, boardId: number, cardIds: ReadonlyMap<string, number>): Promise<void> {
  const { labels } = await call(origin, owner, boardsApi.get, { params: { boardId } })
  const label_ids = labels.filter(({ name }) => name === 'Defeito').map(({ id }) => id)
  await call(origin, owner, cardTemplatesApi.add, { params: { boardId }, body: { ...incident, label_ids } })
  const card_id = cardIds.get('Antifraude: enviar dados do dispositivo') ?? 0
  const integration = { name: 'Integração com parceiro', card_id, title: 'Integrar: ', assigned_to: null, participant_ids: [] }
  await call(origin, owner, cardTemplatesApi.add, { params: { boardId }, body: integration })
  const cardId = cardIds.get('Revisar textos de erro do cartão recusado') ?? 0
  await call(origin, owner, recurrenceApi.set, { params: { cardId }, body: { every: 'month', mode: 'copy' } })
  const filters = [
    { name: 'Atrasados e desta semana', filter: { due: ['late', 'week'] as ('late' | 'week')[] } },
    { name: 'Defeitos sem responsável', filter: { labels: label_ids, people: [null] } },
    { name: 'Esperando por outro cartão', filter: { blocked: true } },
  ]
  for (const filter of filters) await call(origin, owner, savedFiltersApi.add, { params: { boardId }, body: { ...filter, shared: true } })
  const body = { title: 'Projeto com parceiro', template_id: 'product' as const }
  const { id } = await call(origin, owner, boardsApi.create, { body })
  await call(origin, owner, boardsApi.update, { params: { boardId: id }, body: { is_template: true } })
}
