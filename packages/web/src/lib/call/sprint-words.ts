import type { SprintOfCard as SpokenSprintOfCard } from '@rodada/contract/cards/cards'
import type * as reports from '@rodada/contract/sprints/reports'
import type * as sprints from '@rodada/contract/sprints/sprints'
import type * as tasks from '@rodada/contract/sprints/tasks'

/** The names that sprint calls have for fields, and the ones that the rest of the web has. Nothing else here knows the former. */
const names = {
  nome: 'name',
  titulo: 'title',
  descricao: 'description',
  data_inicio: 'starts_on',
  data_fim: 'ends_on',
  data_limite: 'due_date',
  prioridade: 'priority',
  estimativa_horas: 'estimated_hours',
  estimativa_pontos: 'estimate',
  observacoes: 'notes',
  ordem: 'position',
  progresso: 'progress',
  tasks_concluidas: 'done_tasks',
  tasks_em_andamento: 'running_tasks',
  tasks_pendentes: 'waiting_tasks',
  concluidas: 'done',
  em_andamento: 'running',
  pendentes: 'waiting',
  atrasadas: 'late',
} as const
/** The same for what a status of a sprint and a priority can be. The status of a card is called the same everywhere. */
const values = {
  planejada: 'planned',
  ativa: 'active',
  encerrada: 'ended',
  nenhuma: 'none',
  baixa: 'low',
  media: 'medium',
  alta: 'high',
  urgente: 'urgent',
} as const
type Table = Readonly<Record<string, string>>
type Reversed<Words extends Table> = { [Key in keyof Words as Words[Key]]: Key }
type Renamed<T, Names, Values> = T extends string
  ? T extends keyof Values
    ? Values[T]
    : T
  : T extends readonly (infer Entry)[]
    ? Renamed<Entry, Names, Values>[]
    : T extends object
      ? { [Key in keyof T as Key extends keyof Names ? Names[Key] & string : Key]: Renamed<T[Key], Names, Values> }
      : T

/** What a sprint call says, in the words of the rest of the web. */
export type Translated<T> = Renamed<T, typeof names, typeof values>
type Spoken<T> = Renamed<T, Reversed<typeof names>, Reversed<typeof values>>

const reversed = (table: Table): Table => Object.fromEntries(Object.entries(table).map(([word, own]) => [own, word]))

function renamed(value: unknown, keys: Table, words: Table): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, keys, words))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    const own = keys[key] ?? key
    // Only these two are words of a list; a title may be any word.
    const isWord = typeof part === 'string' && (key === 'status' || key === 'prioridade' || key === 'priority')
    copy[own] = isWord ? (words[part] ?? part) : renamed(part, keys, words)
  }
  return copy
}

/** From the words of sprint calls. */
export const translated = <T>(said: T): Translated<T> => renamed(said, names, values) as Translated<T>

const spokenNames = reversed(names)
const spokenValues = reversed(values)
/** Back into the words of sprint calls. */
export const spoken = <T>(own: T): Spoken<T> => renamed(own, spokenNames, spokenValues) as Spoken<T>

/** The name that the web has for a field that a sprint call refused. */
export const fieldName = (name: string): string => (names as Table)[name] ?? name

export type Sprint = Translated<sprints.Sprint>
export type SprintOfCard = Translated<SpokenSprintOfCard>
export type SprintColumn = Translated<tasks.SprintColumn>
export type SprintTask = Translated<tasks.SprintTask>
export type SprintBoard = Translated<tasks.SprintBoard>
export type SprintChanges = Translated<tasks.SprintChanges>
export type SprintReport = Translated<reports.SprintReport>
export type ReportTask = Translated<reports.ReportTask>
export type Velocity = Translated<reports.Velocity>
export type Planning = Translated<reports.Planning>
export type MyTasks = Translated<reports.MyTasks>
