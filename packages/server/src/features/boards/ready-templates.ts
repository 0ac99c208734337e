import type { FieldType } from '@rodada/contract/boards/fields'
import type { ReadyTemplate } from '@rodada/contract/boards/settings'
import { boardColors } from '@rodada/contract/boards/settings'
import type { Language } from '@rodada/contract/core/languages'
import { emptyContent, type TemplateContent } from './card-templates/queries.ts'

/** A field that cards show on the board. One with options is a choice, the gravest option first. */
type Field = { name: string; options?: readonly string[] }
/** A template of cards: its checklist, and the headings of its description. */
type Card = { name: string; headings: readonly string[]; checklist: { title: string; items: readonly string[] } }
type Words = { lists: readonly string[]; labels: readonly string[]; fields?: readonly Field[]; cards?: readonly Card[] }

/**
 * What the templates that come with the program hold. The status of a list follows from its name. Only the two whose cards are weighed
 * against each other have fields: on a plain board and in a retrospective they would be more to fill in, and nothing to decide by.
 */
const words: Record<ReadyTemplate, Record<Language, Words>> = {
  kanban: {
    'pt-BR': {
      lists: ['Backlog', 'A Fazer', 'Em Andamento', 'Em Revisão', 'Concluído'],
      labels: ['Melhoria', 'Correção', 'Dívida técnica', 'Pesquisa'],
    },
    'en-US': { lists: ['Backlog', 'To do', 'In progress', 'In review', 'Done'], labels: ['Improvement', 'Fix', 'Tech debt', 'Research'] },
    'es-ES': {
      lists: ['Backlog', 'Por hacer', 'En curso', 'En revisión', 'Hecho'],
      labels: ['Mejora', 'Corrección', 'Deuda técnica', 'Investigación'],
    },
  },
  bugs: {
    'pt-BR': {
      lists: ['Recebidos', 'Confirmados', 'Em Andamento', 'Em Teste', 'Concluído'],
      labels: ['Regressão', 'Segurança', 'Dados', 'Visual'],
      fields: [{ name: 'Severidade', options: ['Trava o uso', 'Atrapalha', 'Incomoda pouco'] }, { name: 'Versão' }],
      cards: [
        {
          name: 'Relato de bug',
          headings: ['O que aconteceu', 'O que era esperado', 'Como repetir'],
          checklist: {
            title: 'Antes de concluir',
            items: ['Repetido por outra pessoa', 'Corrigido com um teste', 'Conferido na versão nova'],
          },
        },
      ],
    },
    'en-US': {
      lists: ['Reported', 'Confirmed', 'In progress', 'In testing', 'Done'],
      labels: ['Regression', 'Security', 'Data', 'Visual'],
      fields: [{ name: 'Severity', options: ['Blocks use', 'Gets in the way', 'Minor'] }, { name: 'Version' }],
      cards: [
        {
          name: 'Bug report',
          headings: ['What happened', 'What was expected', 'How to reproduce'],
          checklist: {
            title: 'Before it is done',
            items: ['Reproduced by someone else', 'Fixed with a test', 'Checked in the new version'],
          },
        },
      ],
    },
    'es-ES': {
      lists: ['Recibidos', 'Confirmados', 'En curso', 'En pruebas', 'Hecho'],
      labels: ['Regresión', 'Seguridad', 'Datos', 'Visual'],
      fields: [{ name: 'Gravedad', options: ['Impide el uso', 'Estorba', 'Molesta poco'] }, { name: 'Versión' }],
      cards: [
        {
          name: 'Informe de error',
          headings: ['Qué pasó', 'Qué se esperaba', 'Cómo repetirlo'],
          checklist: {
            title: 'Antes de terminar',
            items: ['Repetido por otra persona', 'Corregido con una prueba', 'Revisado en la versión nueva'],
          },
        },
      ],
    },
  },
  retrospective: {
    'pt-BR': { lists: ['Foi bem', 'Pode melhorar', 'Ideias', 'Ações', 'Concluído'], labels: ['Processo', 'Pessoas', 'Ferramentas'] },
    'en-US': { lists: ['Went well', 'Could be better', 'Ideas', 'Actions', 'Done'], labels: ['Process', 'People', 'Tools'] },
    'es-ES': { lists: ['Salió bien', 'Puede mejorar', 'Ideas', 'Acciones', 'Hecho'], labels: ['Proceso', 'Personas', 'Herramientas'] },
  },
  product: {
    'pt-BR': {
      lists: ['Ideias', 'Em estudo', 'Próximo', 'Em Desenvolvimento', 'Entregue'],
      labels: ['Pedido de cliente', 'Aposta', 'Obrigação', 'Manutenção'],
      fields: [
        { name: 'Impacto', options: ['Alto', 'Médio', 'Baixo'] },
        { name: 'Esforço', options: ['Alto', 'Médio', 'Baixo'] },
      ],
    },
    'en-US': {
      lists: ['Ideas', 'Exploring', 'Next', 'In development', 'Delivered'],
      labels: ['Customer request', 'Bet', 'Must', 'Upkeep'],
      fields: [
        { name: 'Impact', options: ['High', 'Medium', 'Low'] },
        { name: 'Effort', options: ['High', 'Medium', 'Low'] },
      ],
    },
    'es-ES': {
      lists: ['Ideas', 'En estudio', 'Próximo', 'En desarrollo', 'Entregado'],
      labels: ['Pedido de cliente', 'Apuesta', 'Obligación', 'Mantenimiento'],
      fields: [
        { name: 'Impacto', options: ['Alto', 'Medio', 'Bajo'] },
        { name: 'Esfuerzo', options: ['Alto', 'Medio', 'Bajo'] },
      ],
    },
  },
}
const colors = [boardColors.azul, boardColors.pitanga, boardColors.ipe, boardColors.folha] as const
/** From the gravest option on. */
const optionColors = [boardColors.pitanga, boardColors.ipe, boardColors.grafite] as const

type Colored = { name: string; color: string }
const colored = (names: readonly string[], from: readonly string[]): Colored[] =>
  names.map((name, index) => ({ name, color: from[index % from.length] ?? boardColors.azul }))

/** What a template that comes with the program gives a board, in a language. */
export function readyTemplate(
  name: ReadyTemplate,
  language: Language,
): {
  lists: readonly string[]
  labels: Colored[]
  fields: { name: string; type: FieldType; options: Colored[] }[]
  cards: { name: string; content: TemplateContent }[]
} {
  const { lists, labels, fields = [], cards = [] } = words[name][language]
  return {
    lists,
    labels: colored(labels, colors),
    fields: fields.map(({ name, options }) => ({ name, type: options ? 'choice' : 'text', options: colored(options ?? [], optionColors) })),
    cards: cards.map(({ name, headings, checklist: { title, items } }) => ({
      name,
      content: {
        ...emptyContent,
        description: headings.map((heading) => `## ${heading}\n`).join('\n'),
        checklists: [{ title, items: [...items] }],
      },
    })),
  }
}
