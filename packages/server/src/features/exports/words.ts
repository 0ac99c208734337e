import type { Language } from '@rodada/contract/core/languages'

/** What a board's CSV says in the language of its reader; priorities and statuses in the order of the contract. */
export type CsvWords = {
  columns: readonly string[]
  priorities: readonly string[]
  statuses: readonly string[]
  ticks: { yes: string; no: string }
}

const wordsIn: Record<Language, CsvWords> = {
  'pt-BR': {
    columns: [
      'chave',
      'título',
      'lista',
      'status',
      'prioridade',
      'responsável',
      'participantes',
      'etiquetas',
      'início',
      'prazo',
      'estimativa',
      'horas',
      'sprint',
      'descrição',
      'observações',
      'itens feitos',
      'itens',
      'comentários',
      'arquivos',
      'criado em',
      'concluído em',
      'arquivado em',
    ],
    priorities: ['sem prioridade', 'baixa', 'média', 'alta', 'urgente'],
    statuses: ['pendente', 'em andamento', 'concluída', 'impedimento', 'cancelada'],
    ticks: { yes: 'sim', no: 'não' },
  },
  'en-US': {
    columns: [
      'key',
      'title',
      'list',
      'status',
      'priority',
      'assignee',
      'participants',
      'labels',
      'start',
      'due',
      'estimate',
      'hours',
      'sprint',
      'description',
      'notes',
      'items done',
      'items',
      'comments',
      'files',
      'created at',
      'completed at',
      'archived at',
    ],
    priorities: ['no priority', 'low', 'medium', 'high', 'urgent'],
    statuses: ['to do', 'in progress', 'done', 'blocked', 'canceled'],
    ticks: { yes: 'yes', no: 'no' },
  },
  'es-ES': {
    columns: [
      'clave',
      'título',
      'lista',
      'estado',
      'prioridad',
      'responsable',
      'participantes',
      'etiquetas',
      'inicio',
      'vencimiento',
      'estimación',
      'horas',
      'sprint',
      'descripción',
      'observaciones',
      'elementos hechos',
      'elementos',
      'comentarios',
      'archivos',
      'creada el',
      'terminada el',
      'archivada el',
    ],
    priorities: ['sin prioridad', 'baja', 'media', 'alta', 'urgente'],
    statuses: ['por hacer', 'en curso', 'hecha', 'bloqueada', 'anulada'],
    ticks: { yes: 'sí', no: 'no' },
  },
}

export const csvWords = (language: Language): CsvWords => wordsIn[language]
