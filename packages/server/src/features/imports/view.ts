import type { Import, ImportWarning } from '@rodada/contract/boards/imports'
import { boardColors, defaultBoardColor } from '@rodada/contract/boards/settings'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { Language } from '@rodada/contract/core/languages'
import { type TextId, texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import { statusOfName } from '../boards/lists/status-policy.ts'
import type { LeftOutKind, Problem } from './model.ts'
import type { ImportRow, ListedImport, Stayed } from './queries.ts'
import { comingSprints } from './sprint-set-up.ts'

/** What is told of each kind of what does not come as it was, or stays when the import is undone. */
const leftTexts: Record<LeftOutKind | Stayed['kind'], TextId> = {
  archive_missing: 'importLeftArchiveMissing',
  archived_board: 'importLeftArchivedBoard',
  automations: 'importLeftAutomations',
  changed_since: 'importChangedSince',
  comments_missing: 'importLeftCommentsMissing',
  comments_long: 'importLeftCommentsLong',
  comments_surplus: 'importLeftCommentsSurplus',
  board_public: 'importLeftBoardPublic',
  covers: 'importLeftCovers',
  dates_invalid: 'importLeftDatesInvalid',
  fields_surplus: 'importLeftFieldsSurplus',
  files_as_links: 'importLeftFilesAsLinks',
  files_gone: 'importLeftFilesGone',
  files_no_room: 'importLeftFilesNoRoom',
  files_refused: 'importLeftFilesRefused',
  files_too_large: 'importLeftFilesTooLarge',
  files_unreachable: 'importLeftFilesUnreachable',
  filters_surplus: 'importLeftFiltersSurplus',
  github_as_links: 'importLeftGithubAsLinks',
  history_missing: 'importLeftHistoryMissing',
  former_keys: 'importLeftFormerKeys',
  history_short: 'importLeftHistoryShort',
  issues_missing: 'importLeftIssuesMissing',
  items_surplus: 'importLeftItemsSurplus',
  journal_lines: 'importLeftJournalLines',
  labels_surplus: 'importLeftLabelsSurplus',
  links_refused: 'importLeftLinksRefused',
  lists_surplus: 'importLeftListsSurplus',
  cards_surplus: 'importLeftCardsSurplus',
  cards_without_title: 'importLeftCardsWithoutTitle',
  no_list: 'importLeftNoList',
  people_not_added: 'importLeftPeopleNotAdded',
  people_surplus: 'importLeftPeopleSurplus',
  plugins: 'importLeftPlugins',
  recurrences_surplus: 'importLeftRecurrencesSurplus',
  relations_lost: 'importLeftRelationsLost',
  rows_broken: 'importLeftRowsBroken',
  sprint_dates: 'importLeftSprintDates',
  sprint_tasks_surplus: 'importLeftSprintTasks',
  sprints_open_here: 'importLeftSprintsOpenHere',
  sprints_surplus: 'importLeftSprintsSurplus',
  start_after_due: 'importLeftStartAfterDue',
  sprints_as_field: 'importLeftSprintsAsField',
  stickers: 'importLeftStickers',
  templates_surplus: 'importLeftTemplatesSurplus',
  texts_cut: 'importLeftTextsCut',
  values_invalid: 'importLeftValuesInvalid',
  votes: 'importLeftVotes',
  worklogs: 'importLeftWorklogs',
}

const problemTexts: Record<Problem['kind'], TextId> = {
  empty: 'fileEmpty',
  zip: 'importZip',
  html: 'importHtml',
  encoding: 'importEncoding',
  json: 'importJson',
  deep: 'importDeep',
  long_text: 'importLongText',
  foreign: 'importForeign',
  no_cards: 'importNoCards',
  csv: 'importCsv',
  csv_columns: 'importCsvColumns',
  too_large: 'importThingTooLarge',
  too_costly: 'importTooCostly',
  board_gone: 'importBoardGone',
  not_allowed: 'importNotAllowed',
  full: 'importFull',
  no_room: 'importNoRoom',
  unexpected: 'importUnexpected',
}

/** Why an import failed, with the place in the file. */
export function problemText({ kind, line, path, detail }: Problem, language: Language): string {
  const said = translate(texts[problemTexts[kind]], language)
  const places = [
    ...(line === undefined ? [] : [translate(texts.importAtLine, language).replace('{line}', String(line))]),
    ...(path ? [translate(texts.importAtPath, language).replace('{path}', path)] : []),
  ]
  const where = places.length > 0 ? ` (${places.join(', ')})` : ''
  // Of our own refusals the detail is one of our texts.
  const more = kind === 'full' && detail ? ` ${translate(detail, language)}` : ''
  return `${said}${where}${more}`
}

const warningView = ({ kind, count, subjects }: ImportRow['left_out'][number], seesBoard: boolean, language: Language): ImportWarning => ({
  kind,
  text: translate(texts[leftTexts[kind]], language).replace('{count}', new Intl.NumberFormat(language).format(count)),
  count,
  // What stays is called as it was on the board when the rest was taken back, also where who imported had lost it: only who sees it reads that.
  subjects: kind === 'changed_since' && !seesBoard ? [] : subjects,
})

const shares = { reading: 0, board: 0, undoing: 0 }
const percentOf = (done: number, total: number): number => Math.min(99, Math.floor((100 * done) / Math.max(1, total)))

function progressOf({ status, phase, done, total, files_done, files_total }: ListedImport): number {
  if (status === 'done') return 100
  if (status !== 'running' || phase === null) return 0
  // The last percent is for what follows the last card.
  if (phase === 'files') return percentOf(files_done, files_total)
  return phase === 'cards' || phase === 'relations' ? percentOf(done, total) : shares[phase]
}

type Told = Omit<Import, 'plan' | 'warnings'>

export const importView = (row: ListedImport, language: Language): Told => ({
  id: row.id,
  source: row.source,
  file_name: row.file_name,
  status: row.status,
  progress: progressOf(row),
  phase: row.phase,
  done: row.done,
  total: row.total,
  files_done: row.files_done,
  files_total: row.files_total,
  board_id: row.board_title === null ? null : row.board_id,
  board_title: row.board_title,
  message: row.problem && problemText(row.problem, language),
  created_at: row.created_at,
  finished_at: row.finished_at,
  undo_until: row.undo_until,
})

/** An import with what it would bring. `people`: how the accounts are shown for which somebody is taken. */
export function wholeImportView(row: ImportRow & ListedImport, people: ReadonlyMap<number, PersonSummary>, language: Language): Import {
  const { head, choices, maps } = row
  const colorOf = (name: string | undefined): string => (boardColors as Record<string, string>)[name ?? ''] ?? defaultBoardColor
  const plan = head && {
    board: { title: head.board.title, exists: row.is_new === 1 ? null : row.board_id },
    totals: { ...head.totals, files: head.totals.files ?? 0 },
    lists: head.lists.map(({ id, title, status, archived_at, cards }) => ({
      id,
      title,
      status: choices.lists?.[id] ?? status ?? statusOfName(title),
      archived: archived_at !== undefined,
      cards,
    })),
    people: head.people.map(({ id, name, email = null, cards }) => {
      const chosen = choices.people?.[id]
      const user = people.get((chosen === undefined ? maps.people[id] : chosen) ?? 0) ?? null
      return { id, name, email, cards, user_id: user?.id ?? null, user }
    }),
    labels: head.labels.map(({ id, name, color }) => ({ id, name, color: colorOf(color) })),
    sprints: comingSprints(head, row).map(({ id, name, status, starts_on, ends_on, guessed = false, cards = 0 }) => ({
      ...{ id, name, status, starts_on, ends_on, guessed, cards },
    })),
    fields: head.fields.map(({ id, name, type }) => ({ id, name, type })),
    columns: head.columns,
  }
  return { ...importView(row, language), plan, warnings: row.left_out.map((left) => warningView(left, row.board_title !== null, language)) }
}
