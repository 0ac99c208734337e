import { z } from 'zod'
import { FieldValue } from '../cards/field-values.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Color, Done, Id, Position, title, Version } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { fieldTypes } from './settings.ts'

// ---- what is read --------------------------------------------------------------------------------------------------

export const FieldType = z.enum(fieldTypes)
export type FieldType = z.infer<typeof FieldType>

/** One of the values that a field of the type 'choice' may have. */
export const FieldOption = z.object({ id: z.int(), name: z.string(), color: z.string() })
export type FieldOption = z.infer<typeof FieldOption>

/** A field that a board gives its cards. `version` counts the changes of its name and options; those of other types have no options. */
export const BoardField = z.object({
  id: z.int(),
  name: z.string(),
  type: FieldType,
  /** The index among the fields of the board, from 0. */
  position: z.int(),
  /** Whether cards show it on the board. */
  on_card: z.boolean(),
  options: z.array(FieldOption),
  version: z.int(),
})
export type BoardField = z.infer<typeof BoardField>

// ---- what is written -----------------------------------------------------------------------------------------------

const name = title(limits.fieldName, texts.fieldNameRequired, texts.fieldNameTooLong)
const option = { name: title(limits.fieldName, texts.fieldOptionRequired, texts.fieldOptionTooLong), color: Color }
const options = <Option extends z.ZodType>(one: Option) => z.array(one).max(limits.fieldOptions, { error: texts.tooManyFieldOptions })

const BoardParams = z.object({ boardId: Id })
const FieldParams = BoardParams.extend({ fieldId: Id })

export const boardFieldsApi = {
  add: {
    method: 'POST',
    url: '/boards/:boardId/fields',
    access: 'session',
    summary: 'Cria um campo do quadro, que cada cartão pode preencher',
    params: BoardParams,
    body: z.object({
      name,
      type: z.enum(fieldTypes, { error: texts.fieldTypeInvalid }),
      /** Of a choice only. */
      options: options(z.object(option)).optional(),
      on_card: z.boolean().default(false),
    }),
    reply: BoardField,
  },
  get: {
    method: 'GET',
    url: '/boards/:boardId/fields/:fieldId',
    access: 'session',
    summary: 'Um campo do quadro, e em quantos cartões ele está preenchido',
    params: FieldParams,
    reply: BoardField.extend({ card_count: z.int() }),
  },
  values: {
    method: 'GET',
    url: '/boards/:boardId/fields/:fieldId/values',
    access: 'session',
    summary: 'O que os cartões que o quadro mostra têm em um campo; os que não têm nada ficam de fora',
    params: FieldParams,
    reply: z.array(z.object({ card_id: z.int(), value: FieldValue })),
  },
  update: {
    method: 'PUT',
    url: '/boards/:boardId/fields/:fieldId',
    access: 'session',
    summary: 'Muda nome, opções, posição ou se os cartões mostram o campo. Uma opção que não vem mais sai também dos cartões',
    params: FieldParams,
    body: z.object({
      name: name.optional(),
      /** All of them, in their order; one with an id stays the same for the cards that have it. */
      options: options(z.object({ id: BodyId.optional(), ...option })).optional(),
      position: Position.optional(),
      on_card: z.boolean().optional(),
      /** The version that a new name or new options were made on; late, it is answered 409 with the fresh field in `current`. */
      version: Version.optional(),
    }),
    reply: BoardField,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/fields/:fieldId',
    access: 'session',
    summary: 'Exclui um campo do quadro, com o que os cartões têm nele',
    params: FieldParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
