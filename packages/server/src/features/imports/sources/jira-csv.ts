import { createHash } from 'node:crypto'
import { normalize } from '../../../platform/normalize.ts'
import { type OutsideCard, type Reader, type Sink, Unreadable } from '../model.ts'
import { categoryOf, createJiraBoard, fieldKind, hoursOf, isLong, placeOf, relationKind, withSections } from './jira-board.ts'
import { namedSprint } from './jira-sprints.ts'
import { markdownOfWiki } from './jira-text.ts'
import { readTable } from './table-reader.ts'
import { numberOf, shortName } from './values.ts'
import { createDates, isMonthFirst } from './written-dates.ts'

/*
 * The table that Jira saves of a search. A field of several values has as many columns of one name; a comment is a cell of `date;person;text`. The names
 * of columns are those of the language of who exported it.
 */

/** Names of columns, folded, in English, Portuguese and Spanish. */
const names = {
  title: ['summary', 'resumo', 'resumen'],
  key: [
    'issue key',
    'chave da item',
    'chave do item',
    'chave da ticket',
    'chave do ticket',
    'chave da pendencia',
    'clave de incidencia',
    'clave de la actividad',
    'key',
    'chave',
    'clave',
  ],
  number: [
    'issue id',
    'id da item',
    'id do item',
    'id da ticket',
    'id do ticket',
    'id da pendencia',
    'id de la incidencia',
    'id de la actividad',
  ],
  type: ['issue type', 'tipo de item', 'tipo de ticket', 'tipo de pendencia', 'tipo de incidencia', 'tipo de actividad', 'type', 'tipo'],
  status: ['status', 'estado', 'situacao'],
  category: ['status category', 'categoria do status', 'categoria de status', 'categoria de estado', 'categoria del estado'],
  projectKey: ['project key', 'chave do projeto', 'clave del proyecto'],
  projectName: ['project name', 'nome do projeto', 'nombre del proyecto', 'project', 'projeto', 'proyecto'],
  priority: ['priority', 'prioridade', 'prioridad'],
  assignee: ['assignee', 'responsavel', 'persona asignada', 'responsable', 'atribuido a'],
  assigneeId: ['assignee id', 'id do responsavel', 'id de la persona asignada', 'id del responsable'],
  reporter: ['reporter', 'relator', 'informador', 'informante'],
  reporterId: ['reporter id', 'id do relator', 'id del informador'],
  creator: ['creator', 'criador', 'creador'],
  creatorId: ['creator id', 'id do criador', 'id del creador'],
  created: ['created', 'criado', 'criada', 'criacao', 'creada', 'creado'],
  resolved: ['resolved', 'resolvido', 'resolvida', 'resuelta', 'resuelto'],
  due: ['due date', 'data limite', 'data de vencimento', 'prazo', 'fecha de vencimiento', 'due'],
  description: ['description', 'descricao', 'descripcion'],
  environment: ['environment', 'ambiente', 'entorno'],
  labels: ['labels', 'label', 'categorias', 'rotulos', 'etiquetas'],
  components: ['components', 'component/s', 'component', 'componentes', 'componente'],
  sprints: ['sprint'],
  comments: ['comment', 'comments', 'comentario', 'comentarios'],
  files: ['attachment', 'attachments', 'anexo', 'anexos', 'adjunto', 'adjuntos'],
  seconds: ['original estimate', 'estimativa original', 'estimacion original'],
  parentKey: ['parent key', 'chave pai', 'chave do pai', 'chave principal', 'clave principal', 'clave de principal'],
  parent: ['parent id', 'parent', 'id pai', 'id do pai', 'pai', 'principal', 'id principal'],
  worklogs: ['log work', 'registrar horas de trabajo', 'registro de trabalho', 'registrar trabalho'],
} as const
type Name = keyof typeof names
const dates: readonly Name[] = ['created', 'resolved', 'due']

type Column = { target: Name } | { custom: string } | { link: string; isOutward: boolean } | undefined

function columnOf(header: string): Column {
  const name = normalize(header).trim().replace(/\s+/g, ' ')
  const target = (Object.keys(names) as Name[]).find((key) => (names[key] as readonly string[]).includes(name))
  if (target) return { target }
  const custom = /^(?:custom field|campo personalizado|campo customizado) \((.*)\)$/i.exec(header.trim())?.[1]
  if (custom !== undefined) return { custom: shortName(custom) }
  const link = /^(outward|inward) issue link \((.*)\)$/.exec(name)
  return link ? { link: shortName(link[2] ?? ''), isOutward: link[1] === 'outward' } : undefined
}

/** What a custom column holds in all of its rows, and how dates are written: known before the first card is. */
async function lookAt(path: string): Promise<{ columns: Column[]; types: Map<number, 'number' | 'date' | 'text'>; monthFirst: boolean }> {
  let columns: Column[] | undefined
  let monthFirst = false
  const types = new Map<number, 'number' | 'date' | 'text'>()
  const reading = createDates('UTC', false)
  await readTable(path, (record, line) => {
    if (!columns) {
      columns = record.map(columnOf)
      const has = (name: Name) => columns?.some((column) => column && 'target' in column && column.target === name)
      if (!has('title')) throw new Unreadable({ kind: has('key') ? 'csv_columns' : 'foreign', line })
      if (!has('key')) throw new Unreadable({ kind: 'foreign', line })
      return
    }
    for (const [index, cell] of record.entries()) {
      const column = columns[index]
      if (cell === '' || !column) continue
      if ('target' in column && dates.includes(column.target)) monthFirst ||= isMonthFirst(cell)
      if (!('custom' in column) || types.get(index) === 'text') continue
      const type = numberOf(cell) === undefined ? (reading.day(cell) && cell.length < 40 ? 'date' : 'text') : 'number'
      types.set(index, (types.get(index) ?? type) === type ? type : 'text')
    }
  })
  return { columns: columns ?? [], types, monthFirst }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const readJiraCsv: Reader = async (path, sink, options) => {
  const { columns, types, monthFirst } = await lookAt(path)
  const reading = createDates(options.timeZone, monthFirst)
  const board = createJiraBoard(sink, { ...options, monthFirst })
  let isHeader = true
  await readTable(path, (record) => {
    if (isHeader) isHeader = false
    else readRow(record, { columns, types, reading, board, sink })
  })
  board.end()
  // A table has no changes of statuses, only the last of each.
  if (board.count() > 0) sink.leftOut('history_missing', undefined, board.count())
}

type Table = {
  columns: Column[]
  types: ReadonlyMap<number, 'number' | 'date' | 'text'>
  reading: ReturnType<typeof createDates>
  board: ReturnType<typeof createJiraBoard>
  sink: Sink
}

function readRow(record: string[], { columns, types, reading, board, sink }: Table): void {
  // Looked at once, by the cells that the row has: for each name again, a few rows of very many columns would take minutes.
  const said = new Map<Name, string[]>()
  for (const [index, value] of record.entries()) {
    const column = columns[index]
    if (value === '' || !column || !('target' in column)) continue
    const known = said.get(column.target)
    if (known) known.push(value)
    else said.set(column.target, [value])
  }
  const all = (name: Name): readonly string[] => said.get(name) ?? []
  const cell = (name: Name): string => all(name)[0] ?? ''
  const [key, title] = [cell('key'), cell('title')]
  if (key === '') {
    if (record.some((value) => value !== '')) sink.leftOut('rows_broken', title || record[0])
    return
  }
  if (record.length !== columns.length) sink.leftOut('rows_broken', key)
  const date = (text: string, read: (text: string) => string | undefined) => {
    const found = text === '' ? undefined : read(text)
    if (text !== '' && found === undefined) sink.leftOut('dates_invalid', title)
    return found
  }
  const values: OutsideCard['values'] = {}
  const written: Record<string, string> = {}
  const known: Partial<Record<'rank' | 'points' | 'start' | 'epic', string>> = {}
  const sprints = [...all('sprints')]
  const sections: { name: string; text: string }[] = []
  for (const [index, value] of record.entries()) {
    const column = columns[index]
    if (value === '' || !column) continue
    if ('link' in column) {
      const [from, to] = column.isOutward ? [key, value] : [value, key]
      sink.relation({ id: `${from} ${relationKind(column.link)} ${to}`, kind: relationKind(column.link), from, to })
    }
    if (!('custom' in column) || value === '{}' || value === '[]') continue
    const kind = fieldKind(column.custom)
    if (kind === 'sprint') sprints.push(value)
    else if (kind !== undefined && kind !== 'none') known[kind] ??= value
    if (kind !== undefined) continue
    const type = types.get(index) ?? 'text'
    if (type === 'text' && isLong(value)) {
      sections.push({ name: column.custom, text: markdownOfWiki(value) })
      continue
    }
    const id = board.field(column.custom, type)
    // Of a field of several values there are several columns.
    const one = type === 'number' ? (numberOf(value) ?? value) : type === 'date' ? (reading.day(value) ?? value) : value
    if (values[id] === undefined && String(one) !== value) written[id] = value
    values[id] = values[id] === undefined ? one : `${values[id]}, ${value}`
  }
  const environment = cell('environment')
  if (isLong(environment)) sections.push({ name: 'Environment', text: markdownOfWiki(environment) })
  else if (environment !== '') values[board.field('Environment', 'text')] = environment
  const assignee = board.person(cell('assigneeId'), cell('assignee'))
  const creator = board.person(cell('creatorId'), cell('creator')) ?? board.person(cell('reporterId'), cell('reporter'))
  board.person(cell('reporterId'), cell('reporter'))
  const created = date(cell('created'), reading.instant)
  const points = numberOf(known.points ?? '')
  if (known.points && points === undefined) sink.leftOut('values_invalid', title)
  const status = cell('status')
  board.add({
    ...{ key, number: cell('number'), project: { key: cell('projectKey') || key.replace(/-\d+$/, ''), name: cell('projectName') } },
    status: { id: `status ${normalize(status).trim()}`, name: status, category: categoryOf(cell('category')) },
    ...{
      type: cell('type'),
      labels: all('labels')
        .flatMap((text) => text.split(/\s+/))
        .filter((label) => label !== ''),
      components: [...all('components')],
    },
    ...{
      sprints: [...new Set(sprints)].map(namedSprint),
      priority: cell('priority'),
      parent: cell('parentKey') || cell('parent') || (known.epic ?? ''),
    },
    place: placeOf(known.rank ?? ''),
    card: {
      ...{
        title,
        description: withSections(markdownOfWiki(cell('description')), sections),
        values,
        written,
        members: assignee ? [assignee] : [],
        created_by: creator,
      },
      ...{ created_at: created, completed_at: date(cell('resolved'), reading.instant) },
      ...{ start_date: date(known.start ?? '', reading.day), due_date: date(cell('due'), reading.day) },
      ...{ estimate: points, hours: hoursOf(numberOf(cell('seconds'))) },
    },
  })
  const worklogs = all('worklogs').length
  if (worklogs > 0) sink.leftOut('worklogs', title, worklogs)
  readCells(all('comments'), all('files'), { key, title, created, reading, board, sink })
}

/** Cells of `date;person;text`, and of `date;person;name;address`. */
function readCells(
  comments: readonly string[],
  files: readonly string[],
  at: { key: string; title: string; created: string | undefined } & Pick<Table, 'reading' | 'board' | 'sink'>,
): void {
  const { key, title, created, reading, board, sink } = at
  for (const cell of comments) {
    const [, when = '', who = '', said = ''] = /^([^;]{6,60});([^;]{0,200});([\s\S]*)$/.exec(cell) ?? []
    const written = reading.instant(when)
    const text = markdownOfWiki(written ? said : cell)
    // A comment without its date is told of, and stands where the issue was made.
    if (!written) sink.leftOut('dates_invalid', title)
    const by = written ? board.person(who, '') : undefined
    sink.comment({
      id: `${key} ${hashOf(cell)}`,
      card: key,
      by,
      name: who || undefined,
      at: written ?? created ?? new Date().toISOString(),
      text,
    })
  }
  for (const cell of files) {
    const [, when = '', who = '', name = '', url = ''] = /^([^;]{0,60});([^;]{0,200});([\s\S]*);(https?:\/\/[^;\s]+)$/.exec(cell) ?? []
    const id = hashOf(cell)
    if (url === '') sink.link({ id, card: key, title: cell, url: /^https?:\/\/\S+$/.test(cell) ? cell : '' })
    else sink.link({ id, card: key, title: name, url, at: reading.instant(when), by: board.person(who, '') })
    sink.leftOut('files_as_links', title)
  }
}
