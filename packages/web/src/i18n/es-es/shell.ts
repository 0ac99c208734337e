import type { Texts } from '../catalogue.ts'
import type { shell as original } from '../pt-br/shell.ts'

/** Texts of the frame around every signed-in page. */
export const shell: Texts<typeof original> = {
  nav: {
    label: 'Principal',
    dashboard: 'Panel',
    boards: 'Tableros',
    sprints: 'Gestionar sprints',
    sprintsShort: 'Sprints',
    myTasks: 'Mis tareas',
    open_one: '{{count}} abierta',
    open_other: '{{count}} abiertas',
    notifications: 'Notificaciones',
    unread_one: '{{count}} sin leer',
    unread_other: '{{count}} sin leer',
    members: 'Gestión de miembros',
    voting: 'Votación',
    openRoom: 'Abrir sala',
    search: 'Buscar',
    searchKeys: 'Ctrl K',
  },
  boards: {
    title: 'Tableros',
    all: 'Ver todos',
    none: 'Tus tableros aparecen aquí.',
    failed: 'Los tableros no se cargaron.',
  },
  menu: {
    profile: 'Mi perfil',
    settings: 'Ajustes',
    theme: 'Tema: {{current}}',
    signOut: 'Cerrar sesión',
  },
  roles: {
    admin: 'Administrador',
    member: 'Miembro',
    guest: 'Invitado',
    collaborator: 'Colaborador',
    manager: 'Gestor',
  },
}
