import { Day } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { taskPriorities } from '@rodada/contract/sprints/settings'
import { z } from 'zod'

/** Things that one answer lists. */
export const pageSize = 20
/** Cards that one call of a tool changes. */
const mostCards = 25

/** A name as somebody says it, or an id. */
const name = (what: string) =>
  z
    .union([z.string().min(1).max(300), z.int().positive()])
    .transform(String)
    .describe(what)

export const boardName = name('Nome ou id do quadro')
export const cardName = name('Chave do cartão, como PAG-42, ou o seu id')
export const listName = name('Nome ou id da lista')
export const personName = name('Nome ou id da pessoa; "eu" é quem criou o token')
export const labelName = name('Nome ou id da etiqueta')
export const sprintName = name('Nome ou id da sprint; com o quadro, "atual" é a única ativa')
export const itemName = name('Texto ou id do item')

/** A value of a field of a board, as somebody says it. */
const fieldValue = z.union([z.string().max(limits.fieldText), z.number(), z.boolean(), z.null()])
export const fieldValues = z
  .record(z.string().max(300), fieldValue)
  .describe(
    'Campos do quadro: nome ou id de cada um e o valor (de uma escolha, o nome da opção; de uma pessoa, o nome; de uma data, AAAA-MM-DD; null tira)',
  )

export const cardNames = z.array(cardName).min(1).max(mostCards)
export const offset = z.int().min(0).max(100_000).default(0).describe('A partir de qual, para continuar uma lista')

export const spokenPriority = z.enum(Object.values(taskPriorities)).describe('Prioridade')
/** How priorities are stored, by how they are spoken. */
export const priorityOf = Object.fromEntries(Object.entries(taskPriorities).map(([stored, spoken]) => [spoken, stored])) as Record<
  (typeof taskPriorities)[keyof typeof taskPriorities],
  keyof typeof taskPriorities
>
export const day = Day.describe('Dia, AAAA-MM-DD')
