import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, fewEntries, Id, Instant, PersonSummary, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { SprintStatus } from '../sprints/sprints.ts'
import { texts } from '../texts/texts.ts'
import { FieldType } from './fields.ts'
import { csvTargets, importPhases, importSources, importStatuses } from './import-settings.ts'

/*
 * Boards of other tools. A file is read first, and nothing is written: the plan says what will come, and what will not. Only who sent it sees
 * it. What it makes is known by the ids that it had there, so that a newer file of the same board brings that board up to date.
 */

const ImportSource = z.enum(importSources)
export type ImportSource = z.infer<typeof ImportSource>

/** What does not come as it was: `kind` names it for programs, `text` says it; `subjects` are some of the titles, `count` how many there are. */
export const ImportWarning = z.object({ kind: z.string(), text: z.string(), count: z.int(), subjects: z.array(z.string()) })
export type ImportWarning = z.infer<typeof ImportWarning>

/** Ids are those of the file. */
const id = z.string()

export const ImportPlan = z.object({
  /** `exists`: the board that an earlier import of the same one made, and that this one brings up to date. */
  board: z.object({ title: z.string(), exists: z.int().nullable() }),
  totals: z.object({
    cards: z.int(),
    archived: z.int(),
    comments: z.int(),
    checklists: z.int(),
    /** Links and files, which come as links. */
    attachments: z.int(),
    /** Of these, files that the tool hands out to who has a key: they come as files where one is given. */
    files: z.int(),
    /** Changes of lists, with their dates. */
    moves: z.int(),
    relations: z.int(),
  }),
  /** In their order, with the cards of each and the status that they get. */
  lists: z.array(z.object({ id, title: z.string(), status: WorkStatus, archived: z.boolean(), cards: z.int() })),
  /** Who is named in the file, and the account that they are taken for: null stays a text. `cards`: how many name them. */
  people: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string().nullable(),
      cards: z.int(),
      user_id: z.int().nullable(),
      user: PersonSummary.nullable(),
    }),
  ),
  /** The newest first. `guessed`: the file says no days that it could have; `cards`: those that it had. */
  sprints: z.array(
    z.object({
      ...{ id, name: z.string(), status: SprintStatus, starts_on: z.string(), ends_on: z.string() },
      ...{ guessed: z.boolean(), cards: z.int() },
    }),
  ),
  labels: z.array(z.object({ id, name: z.string(), color: z.string() })),
  fields: z.array(z.object({ id, name: z.string(), type: FieldType })),
  /** Of a CSV: its columns, what each is taken for, and its first values. */
  columns: z.array(z.object({ id, name: z.string(), target: z.enum(csvTargets), samples: z.array(z.string()) })),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const Import = z.object({
  id: z.int(),
  source: ImportSource,
  /** The name of the file, where it was said. */
  file_name: z.string(),
  status: z.enum(importStatuses),
  /** Percent of what is under way. */
  progress: z.int(),
  phase: z.enum(importPhases).nullable(),
  /** Cards that are written, of how many. */
  done: z.int(),
  total: z.int(),
  /** Files that were fetched, or are known not to come, of how many; 0 where no key was given. */
  files_done: z.int(),
  files_total: z.int(),
  plan: ImportPlan.nullable(),
  warnings: z.array(ImportWarning),
  board_id: z.int().nullable(),
  board_title: z.string().nullable(),
  /** Why it failed, in the language of the reader. */
  message: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  /** Until when it can be undone. */
  undo_until: Instant.nullable(),
})
export type Import = z.infer<typeof Import>

/** What Trello gives out is letters and digits; anything else could end the header that it is sent in. */
const secret = z
  .string()
  .trim()
  .regex(new RegExp(`^[A-Za-z0-9]{16,${limits.importSecret}}$`), { error: texts.importSecretInvalid })
/** With which the files of a board of Trello are fetched. It is kept encrypted while the import runs, and never told. */
const TrelloAccess = z.object({ key: secret, token: secret })

const ImportParams = z.object({ importId: Id })

/** Under the ids of the plan. */
const few = { people: limits.importPeople, lists: limits.boardLists, fields: limits.importColumns }
const key = z.string().max(limits.importKey)

export const importsApi = {
  create: {
    method: 'POST',
    url: '/imports',
    access: 'session',
    token: 'account',
    summary: 'Lê o arquivo de um quadro de outra ferramenta, que vem no corpo do pedido, e nada grava ainda',
    query: z.object({ source: ImportSource, name: z.string().max(limits.fileName).overwrite(oneLineText).default('') }),
    upload: 'stream',
    reply: z.object({ id: z.int(), status: z.enum(importStatuses) }),
  },
  list: {
    method: 'GET',
    url: '/imports',
    access: 'session',
    token: 'account',
    summary: 'As importações de quem pergunta, as últimas primeiro',
    reply: z.array(Import.omit({ plan: true, warnings: true })),
  },
  get: {
    method: 'GET',
    url: '/imports/:importId',
    access: 'session',
    token: 'account',
    summary: 'Uma importação de quem pergunta: o que virá, até onde foi, o que ficou de fora',
    params: ImportParams,
    reply: Import,
  },
  run: {
    method: 'POST',
    url: '/imports/:importId/run',
    access: 'session',
    token: 'account',
    summary:
      'Traz o que foi lido: `people` diz que conta é cada pessoa (null fica como texto), `lists` o status de cada lista, `fields` o que fica de fora (`none`) ou, de um CSV, o que cada coluna é; com `trello`, os arquivos vêm como arquivos',
    params: ImportParams,
    body: z.object({
      people: fewEntries(z.record(key, BodyId.nullable()), few.people, texts.invalidInput).optional(),
      lists: fewEntries(z.record(key, WorkStatus), few.lists, texts.invalidInput).optional(),
      fields: fewEntries(z.record(key, z.enum(csvTargets)), few.fields, texts.invalidInput).optional(),
      trello: TrelloAccess.optional(),
    }),
    reply: Import,
  },
  cancel: {
    method: 'POST',
    url: '/imports/:importId/cancel',
    access: 'session',
    token: 'account',
    summary: 'Para uma importação, e desfaz o que ela já trouxe',
    params: ImportParams,
    reply: Import,
  },
  undo: {
    method: 'POST',
    url: '/imports/:importId/undo',
    access: 'session',
    token: 'account',
    summary: 'Desfaz uma importação inteira, até 7 dias depois; um quadro que já havia volta a ser o que era',
    params: ImportParams,
    reply: Import,
  },
} as const satisfies Record<string, Endpoint>
