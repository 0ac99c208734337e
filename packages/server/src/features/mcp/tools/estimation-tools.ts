import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { defaultDeck } from '@rodada/contract/rooms/deck-texts'
import { z } from 'zod'
import { boardName, cardNames, offset, pageSize, personName } from '../fields.ts'
import { findBoard, findCardIds, findMember, frameOf } from '../names.ts'
import { defineTool, inLine } from '../tool.ts'
import { goOn, parts, quoted } from '../words.ts'

const listEstimations = defineTool({
  name: 'list_estimations',
  title: 'Listar estimativas sem reunião',
  description:
    'Estimativas sem reunião, as abertas primeiro: até quando, quantos cartões e quantas pessoas já votaram. Votos não se veem aqui.',
  input: z.object({ board: boardName.optional(), offset }),
  run: async (act, { board, offset }) => {
    const board_id = board === undefined ? undefined : await findBoard(act, board)
    const all = await act.call(estimationsApi.list, { query: { ...(board_id && { board_id }) } })
    const page = all.slice(offset, offset + pageSize)
    const lines = page.map((each) =>
      parts(
        `quadro ${quoted(each.board_title, 60)}`,
        each.status === 'open' ? `aberta até ${each.closes_at}` : `encerrada em ${each.closed_at}`,
        `${each.card_count} cartões`,
        `${each.voters.filter(({ finished }) => finished).length} de ${each.voters.length} pessoas votaram em tudo`,
        each.organizer && `de ${inLine(each.organizer.name, 60)}`,
        `id ${each.id}`,
      ),
    )
    return { says: `${all.length} estimativas.`, data: lines.join('\n'), more: goOn(offset, page.length, all.length) }
  },
})

const openEstimation = defineTool({
  name: 'open_estimation',
  title: 'Abrir estimativa sem reunião',
  description:
    'Abre uma estimativa sem reunião de cartões de um quadro, com o baralho dele: cada pessoa vota em segredo até o prazo. Sem voters, votam os membros do quadro.',
  writes: true,
  input: z.object({
    board: boardName,
    cards: cardNames,
    voters: z.array(personName).min(1).max(50).optional().describe('Quem vota'),
    hours: z.number().min(1).max(720).default(48).describe('Horas até encerrar'),
  }),
  run: async (act, { board, cards, voters, hours }) => {
    const frame = await frameOf(act, await findBoard(act, board))
    const members = frame.members.filter(({ role }) => role !== 'guest').map(({ user }) => user.id)
    const voter_ids = voters ? [...new Set(voters.map((name) => findMember(act, frame, name)))] : members
    const opened = await act.call(estimationsApi.create, {
      body: {
        board_id: frame.id,
        card_ids: await findCardIds(act, cards),
        voter_ids,
        deck: [...(frame.deck ?? defaultDeck)],
        closes_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
      },
    })
    return {
      says: `Estimativa ${opened.id} aberta até ${opened.closes_at}, com ${opened.voters.length} pessoas e ${opened.cards.length} cartões.`,
    }
  },
})

/** Sealed estimations: what they are about and who is done, and never a vote. */
export const estimationTools = [listEstimations, openEstimation]
