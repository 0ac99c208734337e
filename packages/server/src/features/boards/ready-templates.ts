import type { ReadyTemplate } from '@rodada/contract/boards/settings'
import { boardColors } from '@rodada/contract/boards/settings'
import type { Language } from '@rodada/contract/core/languages'

type Words = { lists: readonly string[]; labels: readonly string[] }

/** What the templates that come with the program hold. The status of a list follows from its name. */
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
      labels: ['Trava o uso', 'Atrapalha', 'Visual', 'Regressão'],
    },
    'en-US': {
      lists: ['Reported', 'Confirmed', 'In progress', 'In testing', 'Done'],
      labels: ['Blocks use', 'Annoying', 'Visual', 'Regression'],
    },
    'es-ES': {
      lists: ['Recibidos', 'Confirmados', 'En curso', 'En pruebas', 'Hecho'],
      labels: ['Impide el uso', 'Molesta', 'Visual', 'Regresión'],
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
    },
    'en-US': {
      lists: ['Ideas', 'Exploring', 'Next', 'In development', 'Delivered'],
      labels: ['Customer request', 'Bet', 'Must', 'Upkeep'],
    },
    'es-ES': {
      lists: ['Ideas', 'En estudio', 'Próximo', 'En desarrollo', 'Entregado'],
      labels: ['Pedido de cliente', 'Apuesta', 'Obligación', 'Mantenimiento'],
    },
  },
}
const colors = [boardColors.azul, boardColors.pitanga, boardColors.ipe, boardColors.folha] as const

/** The lists and labels of a template that comes with the program, in a language. */
export function readyTemplate(
  name: ReadyTemplate,
  language: Language,
): { lists: readonly string[]; labels: { name: string; color: string }[] } {
  const { lists, labels } = words[name][language]
  return { lists, labels: labels.map((label, index) => ({ name: label, color: colors[index % colors.length] ?? boardColors.azul })) }
}
