import type { Priority, WorkStatus } from '../core/fields.ts'
import type { Language } from '../core/languages.ts'
import { foldedText } from '../core/plain-text.ts'

/*
 * What a person types into a search: words, and operators such as 'de:ana' or 'prazo<31/12'. Every language's names are always understood, so
 * that an address means the same to whom it is sent; the interface offers those of its own.
 */

/** person: who answers or takes part · place: board or list · label · due: the due date · status · priority · state: one of `searchStates` */
export const searchOperators = ['person', 'place', 'label', 'due', 'status', 'priority', 'state'] as const
export type SearchOperator = (typeof searchOperators)[number]

/**
 * late: due before today, and open · open: neither done nor cancelled · blocked: by an open card · mine: the viewer answers or takes part ·
 * idle: under way and not moved for days · recurring: it comes again · withFiles: it has a file · unestimated: it has no estimate
 */
export const searchStates = ['late', 'open', 'blocked', 'mine', 'idle', 'recurring', 'withFiles', 'unestimated'] as const
export type SearchState = (typeof searchStates)[number]

export const operatorNames: Record<Language, Record<SearchOperator, string>> = {
  'pt-BR': { person: 'de', place: 'em', label: 'etiqueta', due: 'prazo', status: 'status', priority: 'prioridade', state: 'é' },
  'en-US': { person: 'assignee', place: 'in', label: 'label', due: 'due', status: 'status', priority: 'priority', state: 'is' },
  'es-ES': { person: 'de', place: 'en', label: 'etiqueta', due: 'plazo', status: 'estado', priority: 'prioridad', state: 'es' },
}
/** What else is understood: names that the interface offered before, which stand in saved addresses. */
const otherOperatorNames: Partial<Record<SearchOperator, readonly string[]>> = { person: ['from'] }
export const stateNames: Record<Language, Record<SearchState, string>> = {
  'pt-BR': {
    late: 'atrasado',
    open: 'aberto',
    blocked: 'bloqueado',
    mine: 'meu',
    idle: 'parado',
    recurring: 'recorrente',
    withFiles: 'com-arquivo',
    unestimated: 'sem-estimativa',
  },
  'en-US': {
    late: 'late',
    open: 'open',
    blocked: 'blocked',
    mine: 'mine',
    idle: 'idle',
    recurring: 'recurring',
    withFiles: 'with-file',
    unestimated: 'unestimated',
  },
  'es-ES': {
    late: 'atrasado',
    open: 'abierto',
    blocked: 'bloqueado',
    mine: 'mío',
    idle: 'parado',
    recurring: 'recurrente',
    withFiles: 'con-archivo',
    unestimated: 'sin-estimación',
  },
}
export const statusNames: Record<Language, Record<WorkStatus, string>> = {
  'pt-BR': {
    pendente: 'pendente',
    em_andamento: 'andamento',
    concluida: 'concluída',
    impedimento: 'impedimento',
    cancelada: 'cancelada',
  },
  'en-US': { pendente: 'todo', em_andamento: 'progress', concluida: 'done', impedimento: 'blocked', cancelada: 'canceled' },
  'es-ES': { pendente: 'pendiente', em_andamento: 'curso', concluida: 'hecha', impedimento: 'bloqueada', cancelada: 'anulada' },
}
/** What else is understood: see `otherOperatorNames`. */
export const otherStatusNames: Partial<Record<WorkStatus, readonly string[]>> = {
  pendente: ['pending'],
  impedimento: ['stuck'],
  cancelada: ['cancelled'],
}
export const priorityNames: Record<Language, Record<Priority, string>> = {
  'pt-BR': { none: 'nenhuma', low: 'baixa', medium: 'média', high: 'alta', urgent: 'urgente' },
  'en-US': { none: 'none', low: 'low', medium: 'medium', high: 'high', urgent: 'urgent' },
  'es-ES': { none: 'ninguna', low: 'baja', medium: 'media', high: 'alta', urgent: 'urgente' },
}
/** Days that need no date. */
export const dayNames: Record<Language, { today: string; tomorrow: string }> = {
  'pt-BR': { today: 'hoje', tomorrow: 'amanhã' },
  'en-US': { today: 'today', tomorrow: 'tomorrow' },
  'es-ES': { today: 'hoy', tomorrow: 'mañana' },
}
/** Whom 'de:eu' means: the one who searches. */
export const selfNames: Record<Language, string> = { 'pt-BR': 'eu', 'en-US': 'me', 'es-ES': 'yo' }

/** What each name of any language means, folded; `others` are understood too. */
export const meanings = <Key extends string>(
  names: Record<Language, Record<Key, string>>,
  others: Partial<Record<Key, readonly string[]>> = {},
): ReadonlyMap<string, Key> =>
  new Map([
    ...Object.values<Record<Key, string>>(names).flatMap((of) =>
      Object.entries<string>(of).map(([key, name]): [string, Key] => [foldedText(name), key as Key]),
    ),
    ...Object.entries<readonly string[] | undefined>(others).flatMap(([key, some]) =>
      (some ?? []).map((name): [string, Key] => [foldedText(name), key as Key]),
    ),
  ])

const operatorOf = meanings(operatorNames, otherOperatorNames)

export type Sign = ':' | '<' | '>' | '<=' | '>='
/** A part of what was typed. `from` and `to` are its place in the text. */
export type SearchPart = { from: number; to: number } & (
  | { operator: null; text: string }
  | { operator: SearchOperator; sign: Sign; value: string }
)

/** A name and its sign, then a value in quotes or up to a space. */
const part = /(?:(\p{L}+)(<=|>=|[:<>]))?(?:"([^"]*)"|(\S*))/uy

/** The words and operators of a search, in their order. A name that is no operator, and a quote that is not closed, are words as any other. */
export function searchParts(q: string): SearchPart[] {
  const parts: SearchPart[] = []
  let from = 0
  while (from < q.length) {
    if (/\s/.test(q.charAt(from))) {
      from += 1
      continue
    }
    part.lastIndex = from
    const [whole = '', name = '', sign = '', quoted, plain = ''] = part.exec(q) ?? []
    const operator = operatorOf.get(foldedText(name))
    if (operator && (sign === ':' || operator === 'due')) {
      parts.push({ operator, sign: sign as Sign, value: (quoted ?? plain).trim(), from, to: from + whole.length })
      from += whole.length
      continue
    }
    const text = name === '' ? (quoted ?? plain) : (/^\S+/.exec(q.slice(from))?.[0] ?? '')
    const to = from + Math.max(1, name === '' ? whole.length : text.length)
    if (text.trim() !== '') parts.push({ operator: null, text: text.trim(), from, to })
    from = to
  }
  return parts
}
