import type { WorkStatus } from '@rodada/contract/core/fields'
import { normalize } from '../../../platform/normalize.ts'

const all = (stems: string, endings: string): string[] => stems.split(' ').flatMap((stem) => endings.split(' ').map((end) => stem + end))

/** Names of columns in the languages of the product, folded. A name has a status only when all of it is such a phrase. */
const phrases: Record<Exclude<WorkStatus, 'pendente'>, ReadonlySet<string>> = {
  concluida: new Set([
    ...all('concluid feit hech pront list finalizad terminad completad entregad realizad resolvid', 'o a os as'),
    ...['entregue', 'entregues', 'completo', 'completa', 'completos', 'completas', 'resuelto', 'resuelta', 'resueltos', 'resueltas'],
    ...['done', 'completed', 'complete', 'finished', 'delivered', 'resolved'],
  ]),
  em_andamento: new Set([
    ...['em andamento', 'em progresso', 'em curso', 'em execucao', 'em desenvolvimento', 'fazendo', 'desenvolvendo'],
    ...['em revisao', 'em teste', 'em testes', 'em analise', 'revisando', 'testando', 'revisao', 'revisoes', 'teste', 'testes'],
    ...['revisao de codigo', 'em revisao de codigo'],
    ...['en curso', 'en progreso', 'en proceso', 'en desarrollo', 'haciendo', 'desarrollando', 'en revision', 'en prueba', 'en pruebas'],
    ...['revision', 'revision de codigo', 'en revision de codigo', 'probando', 'pruebas'],
    ...['in progress', 'work in progress', 'wip', 'doing', 'ongoing', 'in development', 'developing', 'in review', 'in code review'],
    ...['in test', 'in testing', 'testing', 'reviewing', 'review', 'reviews', 'code review', 'under review', 'peer review'],
  ]),
  impedimento: new Set([
    ...all('impediment bloquei bloque', 'o os'),
    ...all('impedid bloquead', 'o a os as'),
    ...['com impedimento', 'com impedimentos', 'con impedimento', 'con impedimentos', 'impediment', 'impediments', 'blocked', 'impeded'],
  ]),
  cancelada: new Set([...all('cancelad', 'o a os as'), 'cancelled', 'canceled']),
}

/** Things that a column may count. They say nothing about the status. */
const nouns = new Set('tarefa tarefas cartao cartoes item itens tarea tareas tarjeta tarjetas task tasks card cards items'.split(' '))
/** Where, when or by whom: words that may follow a phrase without changing its status. */
const qualifiers = new Set(
  'em no na nos nas da do desta deste nesta neste hoje pelo pela en del de esta este hoy por in on this of today by'.split(' '),
)
/** With these words a name speaks of a part of the work, or of later. */
const restrictions = new Set(
  'parte part metade mitad half breve soon quase almost casi nao no not sem sin without exceto except'.split(' '),
)

function statusOfPhrase(words: readonly string[]): WorkStatus {
  const first = nouns.has(words[0] ?? '') ? 1 : 0
  const rest = words.slice(first)
  for (let length = rest.length; length > 0; length -= 1) {
    const phrase = rest.slice(0, length).join(' ')
    const status = (Object.keys(phrases) as (keyof typeof phrases)[]).find((key) => phrases[key].has(phrase))
    if (!status) continue
    const [next, ...others] = rest.slice(length)
    const isQualified = next !== undefined && (qualifiers.has(next) || nouns.has(next)) && !others.some((word) => restrictions.has(word))
    return next === undefined || isQualified ? status : 'pendente'
  }
  return 'pendente'
}

/**
 * The status that the name of a list or column clearly says, else pendente: 'Não concluído', 'A concluir' and 'Pronto para desenvolvimento'
 * are work to come. All parts of a name ('Feito / Done') must say the same.
 */
export function statusOfName(name: string): WorkStatus {
  const parts = normalize(name)
    .split(/[/|&+,;()[\]–—]|\s-\s|\s(?:e|y|and)\s/u)
    .map((part) => part.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}/u.test(word)))
    .filter((words) => words.length > 0)
  const [first = 'pendente', ...others] = parts.map(statusOfPhrase)
  return others.every((status) => status === first) ? first : 'pendente'
}

type Chosen = { status: WorkStatus; status_chosen: number }

/** The status of a new list or column: the requested one, which counts as chosen, else that of its name. */
export const firstStatus = (name: string, wanted: WorkStatus | undefined): Chosen =>
  wanted === undefined ? { status: statusOfName(name), status_chosen: 0 } : { status: wanted, status_chosen: 1 }

/**
 * The new status of a changed list or column, undefined when it stays. A requested status comes first; that of a new name counts only when
 * nobody chose the status before.
 */
export function nextStatus(before: Chosen, newName: string | undefined, wanted: WorkStatus | undefined): WorkStatus | undefined {
  const guessed = newName === undefined || before.status_chosen === 1 ? undefined : statusOfName(newName)
  const next = wanted ?? guessed
  return next === before.status ? undefined : next
}
