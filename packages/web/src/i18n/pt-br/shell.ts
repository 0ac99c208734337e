/** Texts of the frame around every signed-in page. Those of the specification keep its words, with their accents. */
export const shell = {
  nav: {
    label: 'Principal',
    dashboard: 'Painel',
    boards: 'Quadros',
    sprints: 'Gerenciar Sprints',
    sprintsShort: 'Sprints',
    myTasks: 'Minhas Tarefas',
    open_one: '{{count}} em aberto',
    open_other: '{{count}} em aberto',
    notifications: 'Notificações',
    unread_one: '{{count}} não lida',
    unread_other: '{{count}} não lidas',
    members: 'Gerenciamento de Membros',
    voting: 'Votação',
    search: 'Buscar',
    searchKeys: 'Ctrl K',
  },
  boards: {
    title: 'Quadros',
    all: 'Ver todos',
    none: 'Seus quadros aparecem aqui.',
    failed: 'Os quadros não vieram.',
  },
  menu: {
    profile: 'Meu Perfil',
    settings: 'Configurações',
    theme: 'Tema: {{current}}',
    signOut: 'Sair',
  },
  roles: {
    admin: 'Administrador',
    member: 'Membro',
    guest: 'Convidado',
    collaborator: 'Colaborador',
    manager: 'Gestor',
  },
} as const
