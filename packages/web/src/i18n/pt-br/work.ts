/** Words about sprints and their tasks that several screens say. */
export const work = {
  sprint: {
    status: { planned: 'Planejada', active: 'Ativa', ended: 'Encerrada' },
    dates: '{{from}} a {{to}}',
    /** Each of these is said in two parts: the number stands out. */
    when: {
      left_one: '{{count}} dia',
      left_other: '{{count}} dias',
      leftRest_one: 'restante',
      leftRest_other: 'restantes',
      late_one: '{{count}} dia',
      late_other: '{{count}} dias',
      lateRest: 'de atraso',
      starts_one: '{{count}} dia',
      starts_other: '{{count}} dias',
      startsRest: 'começa em',
      /** Where no chip beside it says so. */
      planned: 'planejada, {{when}}',
      tomorrow: 'começa amanhã',
      today: 'termina hoje',
      ended: 'encerrada em {{day}}',
    },
    progress: 'Progresso',
  },
  counts: {
    total_zero: 'tarefas',
    total_one: 'tarefa',
    total_other: 'tarefas',
    done_zero: 'concluídas',
    done_one: 'concluída',
    done_other: 'concluídas',
    doing: 'em andamento',
    pending_zero: 'pendentes',
    pending_one: 'pendente',
    pending_other: 'pendentes',
    /** Of a sprint that ended. */
    left_zero: 'ficaram',
    left_one: 'ficou',
    left_other: 'ficaram',
  },
  /** As task forms offer them. */
  priority: { none: 'Sem prioridade', low: 'Baixa', medium: 'Média', high: 'Alta', urgent: 'Urgente' },
  hours: '{{hours}} h',
  assignee: 'Responsável: {{name}}',
  due: 'Prazo: {{date}}',
  dueLate: 'Atrasado, prazo: {{date}}',
  table: 'Ver como tabela',
  download: 'Baixar: {{title}}',
  csv: 'Baixar CSV',
  png: 'Baixar imagem',
  saved: 'Arquivo baixado: {{name}}',
  pngFailed: 'Seu navegador não conseguiu fazer a imagem. O CSV tem os mesmos números.',
  /** When something is due, as near as people say it. */
  near: { label: 'Prazo: {{when}}', today: 'Hoje', tomorrow: 'Amanhã', yesterday: 'Ontem', lateDays: 'Há {{count}} dias' },
  /** A task goes to its board's list of done ones, from where it stands. */
  complete: {
    done: 'Concluir {{title}}',
    completed: '{{title}} foi para {{list}}',
    undone: '{{title}} voltou para {{list}}',
    noDoneList: 'Este quadro não tem uma lista para o que está concluído.',
    readOnly: 'Neste quadro você só pode ver.',
    moveFailed: 'Erro ao mover card',
  },
} as const
