import { createHash } from 'node:crypto'
import type { CsvTarget } from '@rodada/contract/boards/import-settings'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { languages } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { type CsvWords, csvColumns, csvWords } from '@rodada/contract/texts/csv-words'
import { normalize } from '../../../platform/normalize.ts'
import { type LeftOutKind, type Reader, type Sink, Unreadable } from '../model.ts'
import { readTable } from './table-reader.ts'
import { numberOf, shortName } from './values.ts'
import { createDates, isMonthFirst } from './written-dates.ts'

/*
 * A table of cards, one a row, as any spreadsheet saves it: commas, semicolons or tabs; UTF-8, or what Windows wrote before. What its columns are
 * follows from their names, unless somebody says it.
 */

/** What our own tables say, in each language. */
const own = languages.map(csvWords)

/** Names of columns in other tables, in three languages. They are compared without accents, so that one stands for the same in two languages. */
const names: Record<Exclude<CsvTarget, 'none' | 'field'>, readonly string[]> = {
  id: ['id', 'chave', 'key', 'clave', 'codigo', 'numero', 'card id', 'issue key', 'issue id', 'task id', 'ref'],
  title: [
    'titulo',
    'title',
    'nome',
    'name',
    'nombre',
    'resumo',
    'summary',
    'resumen',
    'tarefa',
    'task',
    'tarea',
    'cartao',
    'card',
    'card name',
    'assunto',
    'subject',
    'issue',
  ],
  description: ['descricao', 'description', 'descripcion', 'desc', 'detalhes', 'details', 'card description', 'texto'],
  list: [
    'lista',
    'list',
    'list name',
    'coluna',
    'column',
    'columna',
    'etapa',
    'stage',
    'fase',
    'bucket',
    'section',
    'section/column',
    'secao',
  ],
  labels: ['etiquetas', 'etiqueta', 'labels', 'label', 'tags', 'tag', 'marcadores'],
  assignee: ['responsavel', 'assignee', 'atribuido a', 'assigned to', 'owner', 'dono', 'encargado', 'asignado a', 'responsable'],
  participants: ['participantes', 'participants', 'membros', 'members', 'miembros', 'pessoas', 'people', 'personas'],
  start_date: ['inicio', 'data de início', 'start', 'start date', 'fecha de início'],
  due_date: [
    'prazo',
    'vencimento',
    'data de entrega',
    'entrega',
    'due',
    'due date',
    'deadline',
    'data limite',
    'fecha limite',
    'fecha de vencimiento',
    'vence',
  ],
  priority: ['prioridade', 'priority', 'prioridad'],
  estimate: ['estimativa', 'estimate', 'pontos', 'points', 'story points', 'estimacion', 'puntos', 'custom field (story points)'],
  hours: ['horas', 'hours', 'horas estimadas', 'estimated hours'],
  notes: ['notas', 'notes', 'observacoes', 'observacao', 'observaciones'],
  checklist: ['checklist', 'itens', 'items', 'subtarefas', 'subtasks'],
  parent: ['parte de', 'parent', 'parent id', 'pai', 'epico', 'epic', 'epica', 'parent key'],
  created_at: ['criado em', 'created', 'created at', 'criacao', 'creado', 'creado el', 'data de criação'],
  completed_at: ['concluido em', 'completed at', 'done at', 'resolved', 'resolvido', 'completado el', 'terminado el'],
  archived_at: ['arquivado em', 'archived at', 'archived', 'arquivado', 'archivado el', 'archivado'],
  status: ['status', 'situacao', 'estado', 'state'],
}

const statuses: Record<WorkStatus, readonly string[]> = {
  pendente: ['pendente', 'a fazer', 'aberto', 'pending', 'to do', 'todo', 'open', 'backlog', 'pendiente', 'por hacer', 'novo', 'new'],
  em_andamento: ['em andamento', 'fazendo', 'in progress', 'doing', 'em progresso', 'en curso', 'en progreso', 'active'],
  concluida: ['concluida', 'concluido', 'feito', 'done', 'closed', 'resolved', 'completed', 'fechado', 'hecho', 'completada', 'completado'],
  impedimento: ['impedimento', 'bloqueado', 'bloqueada', 'blocked', 'impediment'],
  cancelada: ['cancelada', 'cancelado', 'canceled', 'cancelled'],
}
const priorities: Record<Priority, readonly string[]> = {
  none: ['sem prioridade', 'none', 'nenhuma', 'no priority', 'sin prioridad'],
  low: ['baixa', 'low', 'lowest', 'minor', 'baja', 'p4'],
  medium: ['media', 'medium', 'normal', 'p3'],
  high: ['alta', 'high', 'major', 'p2'],
  urgent: ['urgente', 'urgent', 'highest', 'critical', 'critica', 'blocker', 'p1', 'p0'],
}

/** Finds what a word stands for, be it one of our own tables or of others. */
function createWords<Key extends string>(
  others: Record<Key, readonly string[]>,
  ownOf: (words: CsvWords) => Partial<Record<Key, string>>,
): (word: string) => Key | undefined {
  const known = new Map<string, Key>()
  for (const key of Object.keys(others) as Key[])
    for (const word of [...own.flatMap((words) => ownOf(words)[key] ?? []), ...others[key]])
      if (!known.has(normalize(word))) known.set(normalize(word), key)
  return (word) => known.get(normalize(word).trim())
}
const targetNamed = createWords(names, ({ columns }) => ({ ...columns, id: columns.key, checklist: columns.items }))
const statusNamed = createWords(statuses, (words) => words.statuses)
const priorityNamed = createWords(priorities, (words) => words.priorities)

/** What a column is by its name; a column of any other name becomes a field. */
function targetOf(name: string, taken: ReadonlySet<CsvTarget>): CsvTarget {
  const found = targetNamed(name.replaceAll(/[_*]+/g, ' '))
  // Of two columns that say the same the second becomes a field.
  return found === undefined || taken.has(found) ? 'field' : found
}

/** What spreadsheets are told not to run stands behind a sign that is none of the text. */
const plain = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')
/** Several names in one cell. Where a semicolon sets them apart, as in our own tables, a comma is a part of a name. */
const several = (text: string, isOwn: boolean): string[] =>
  text
    .split(isOwn || text.includes(';') ? /[;\n]/ : /[,|\n]/)
    .map((part) => plain(part.trim()))
    .filter((part) => part !== '')
const numberIn = (text: string): number | undefined =>
  numberOf(/^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text)

/** `id`: its place. `field` is known by its name, as columns move from one table to the next. */
type Column = { id: string; name: string; target: CsvTarget; samples: string[]; field: { id: string; name: string; place: string } }

/** Columns of a table that are looked at. A line may name a million of them, which fill the memory before the first card is there. */
const mostColumns = 10 * limits.importColumns

export const readCsv: Reader = async (path, sink, { columns: chosen = {}, fileName, timeZone }) => {
  // Noon of a day as it has always been here: by what was said of a card the last time it is told what changed there.
  const dates = createDates(timeZone, await hasMonthFirst(path, chosen), 'UTC')
  let table: { columns: Column[]; width: number; cards: ReturnType<typeof createTable> } | undefined
  await readTable(path, (record, line) => {
    if (!table) {
      const columns = columnsOf(record.slice(0, mostColumns), chosen)
      if (!columns.some(({ target }) => target === 'title')) throw new Unreadable({ kind: 'csv_columns', line })
      if (record.length > mostColumns) sink.leftOut('fields_surplus', undefined, record.length - mostColumns)
      const isOwn = own.some((words) => csvColumns.every((column, index) => record[index] === words.columns[column]))
      table = { columns, width: record.length, cards: createTable(sink, { columns, dates, isOwn }) }
      return
    }
    if (record.length !== table.width) sink.leftOut('rows_broken', record[0])
    // By the cells of the row: a row may have a few, and a table very many columns.
    for (const [index, value] of record.entries()) {
      const samples = table.columns[index]?.samples
      if (value !== '' && samples && samples.length < 3) samples.push(value.slice(0, 100))
    }
    table.cards.row(record)
  })
  for (const { field: _, ...column } of table?.columns ?? []) sink.column(column)
  table?.cards.end()
  const title = fileName.replace(/\.[a-z]+$/i, '') || 'CSV'
  sink.board({ id: `csv ${title}`.slice(0, limits.importKey), title, description: '' })
}

const dateTargets: readonly CsvTarget[] = ['start_date', 'due_date', 'created_at', 'completed_at', 'archived_at']

/** Whether the dates of a table have their month first: where one can only be read so, all are. */
async function hasMonthFirst(path: string, chosen: Record<string, CsvTarget>): Promise<boolean> {
  let dates: number[] | undefined
  let found = false
  await readTable(path, (record) => {
    if (dates) found ||= dates.some((index) => isMonthFirst(record[index] ?? ''))
    else
      dates = columnsOf(record.slice(0, mostColumns), chosen).flatMap(({ target }, index) => (dateTargets.includes(target) ? [index] : []))
  })
  return found
}

function columnsOf(header: readonly string[], chosen: Record<string, CsvTarget>): Column[] {
  const taken = new Set<CsvTarget>(Object.values(chosen))
  const fieldIdOf = createIds()
  return header.map((name, index): Column => {
    const id = String(index)
    const target = chosen[id] ?? (name === '' ? 'none' : targetOf(name, taken))
    taken.add(target)
    const called = shortName(name) || `Coluna ${index + 1}`
    const field = { id: fieldIdOf(`column ${normalize(called).trim()}`), name: called.slice(0, limits.fieldName), place: id }
    return { id, name: name.slice(0, limits.fieldName), target, samples: [], field }
  })
}

/** Ids of rows or columns. Several may say the same: each but the first gets a number behind it. */
function createIds(): (own: string) => string {
  const taken = new Set<string>()
  // Looking for a free number from the first on would take a time that grows with the square of the rows that say the same.
  const latest = new Map<string, number>()
  return (own) => {
    let id = own
    let again = latest.get(own) ?? 1
    while (taken.has(id)) {
      again += 1
      id = `${own} ${again}`
    }
    if (id !== own) latest.set(own, again)
    taken.add(id)
    return id
  }
}

/** A card says the same wherever its columns stand. */
const byId = ([one]: [id: string, value: string], [other]: [id: string, value: string]): number => (one < other ? -1 : 1)

/** Makes a card of each row, and tells the lists, labels, people and fields that they name when all were seen. */
function createTable(
  sink: Sink,
  { columns, dates, isOwn }: { columns: readonly Column[]; dates: ReturnType<typeof createDates>; isOwn: boolean },
) {
  const places = new Map<CsvTarget, number>()
  for (const [index, { target }] of columns.entries()) if (!places.has(target)) places.set(target, index)
  const idOf = createIds()
  const lists = new Map<string, { title: string; status: WorkStatus | undefined }>()
  const [labels, people] = [new Map<string, string>(), new Map<string, string>()]
  const fields = new Map<string, Column['field']>()
  let position = 0
  const known = (map: Map<string, string>, name: string) => {
    const key = normalize(name)
    if (!map.has(key)) map.set(key, name)
    return key
  }
  const row = (record: readonly string[]) => {
    position += 1
    const cell = (target: CsvTarget): string => plain(record[places.get(target) ?? -1] ?? '')
    const title = cell('title')
    if (title === '' && record.every((value) => value === '')) return
    const said = cell('status')
    const status = statusNamed(said)
    // A table without lists has the states of its cards.
    const listTitle = cell('list') || said || 'A Fazer'
    const list = normalize(listTitle)
    if (!lists.has(list)) lists.set(list, { title: listTitle, status: cell('list') === '' ? status : undefined })
    const id = idOf(
      cell('id') ||
        createHash('sha256')
          .update(`${normalize(title)}\n${cell('created_at')}`)
          .digest('hex')
          .slice(0, 24),
    )
    // Somebody may be called 'Silva, João'.
    const members = [...several(cell('assignee'), true), ...several(cell('participants'), isOwn)]
    const note = (kind: LeftOutKind) => sink.leftOut(kind, title)
    const date = (target: CsvTarget, read: (text: string) => string | undefined): string | undefined => {
      const value = cell(target)
      const found = value === '' ? undefined : read(value)
      if (value !== '' && found === undefined) note('dates_invalid')
      return found
    }
    const number = (target: CsvTarget): number | undefined => {
      const value = cell(target)
      const found = value === '' ? undefined : numberIn(value)
      if (value !== '' && found === undefined) note('values_invalid')
      return found
    }
    const values = record.flatMap((written, index): [field: string, value: string][] => {
      const [column, value] = [columns[index], plain(written)]
      if (column?.target !== 'field' || value === '') return []
      fields.set(column.field.id, column.field)
      return [[column.field.id, value]]
    })
    const archived = cell('archived_at')
    const completed_at = date('completed_at', dates.instant)
    sink.card({
      ...{ id, list, position, title, description: cell('description'), created_at: date('created_at', dates.instant), completed_at },
      archived_at:
        archived === '' || /^(nao|não|no|false|0)$/i.test(archived) ? undefined : (dates.instant(archived) ?? new Date().toISOString()),
      ...{ start_date: date('start_date', dates.day), due_date: date('due_date', dates.day) },
      ...{ status: status ?? (completed_at ? 'concluida' : undefined) },
      members: members.map((name) => known(people, name)),
      labels: several(cell('labels'), isOwn).map((name) => known(labels, name)),
      ...{
        values: Object.fromEntries(values.sort(byId)),
        priority: priorityNamed(cell('priority')),
        estimate: number('estimate'),
        hours: number('hours'),
      },
      ...{ notes: cell('notes') || undefined, parent: cell('parent') || undefined },
    })
    // A file of ours says how many items there are.
    const items = /^\d+$/.test(cell('checklist')) ? [] : several(cell('checklist'), isOwn)
    if (items.length > 0) {
      const ticked = items.map((item, place) => {
        const done = /^\[[xX✓]\]\s*|^✓\s*/.exec(item)
        return { title: item.replace(/^\[[ xX✓]?\]\s*|^✓\s*/, ''), position: place, done: done !== null }
      })
      sink.checklist({ id: `${id} checklist`, card: id, title: 'Checklist', position: 0, items: ticked })
    }
  }
  const end = () => {
    for (const [index, [id, { title, status }]] of [...lists].entries()) sink.list({ id, title, status, position: index })
    for (const [id, name] of labels) sink.label({ id, name })
    for (const [id, name] of people) sink.person(/^[^\s@]+@[^\s@]+$/.test(name) ? { id, name, email: name } : { id, name })
    for (const field of fields.values()) sink.field({ ...field, type: 'text', options: [] })
  }
  return { row, end }
}
