import type { Texts } from '../catalogue.ts'
import type { landing as original } from '../pt-br/landing.ts'

/** Texts of the landing page and its two dialogs. */
export const landing: Texts<typeof original> = {
  myPanel: 'Mi panel',
  hero: {
    title: 'Scrum poker para equipos ágiles',
    line1: 'Abre la mesa, manda el enlace, votad juntos.',
    line2: 'Sin registro, sin instalar nada.',
    create: 'Crear una sala',
    join: 'Entrar en una sala',
  },
  cards: { label: 'Cartas de la mesa', question: 'Interrogación', coffee: 'Café' },
  steps: {
    title: 'Una ronda tiene tres tiempos',
    choose: 'Todos eligen',
    chooseText: 'Cada persona pone una carta boca abajo en la mesa. Nadie ve el voto de nadie.',
    reveal: 'Las cartas se descubren a la vez',
    revealText: 'Una tecla lo revela todo. Aparece la media, y quien quedó lejos de ella cuenta por qué.',
    keep: 'El número queda anotado',
    keepText: 'Cada tarea guarda su media en la lista de la mesa. Solo hay que empezar la siguiente ronda.',
  },
  after: {
    title: 'Tu sitio queda guardado',
    text: 'Con una cuenta, tu nombre y tu avatar van contigo, en el ordenador y en el móvil.',
    action: 'Crear cuenta',
  },
  footer: { worksWith: 'Funciona con', licence: 'Software libre, licencia MIT' },
  create: {
    title: 'Sala lista',
    creatingTitle: 'Abriendo la mesa',
    creating: 'Creando tu sala…',
    lead: 'Manda este ID a tu equipo.',
    idLabel: 'ID de la sala: {{id}}',
    copy: 'Copiar ID',
    copied: '¡ID copiado!',
    start: 'Abrir sala',
  },
  join: {
    title: 'Entrar en una sala',
    idLabel: 'ID de la sala',
    hint: 'Seis letras o números. También puedes pegar el enlace entero.',
    checking: 'Comprobando…',
    found: 'Sala encontrada',
    open: 'Salas abiertas',
    none: 'Ahora no hay salas abiertas. Pide el ID a quien creó la tuya.',
    since: 'desde {{since}}',
    moderatedSince: '{{name}} modera, desde {{since}}',
    people_zero: 'mesa vacía',
    people_one: '{{count}} persona',
    people_other: '{{count}} personas',
    enter: 'Entrar en la sala',
  },
  errors: {
    reconnecting: 'No se pudo conectar con el servidor. Reintentando...',
    connect: 'No se pudo conectar con el servidor. Inténtalo de nuevo, por favor.',
    createInvalid: 'No se pudo crear la sala: la respuesta del servidor no es válida',
    create: 'No se pudo crear la sala. Inténtalo de nuevo, por favor.',
    timeout: 'Se agotó el tiempo al conectar con el servidor',
    startWithoutId: 'No se pudo abrir la sala. Falta el ID.',
    noReply: 'el servidor no respondió',
  },
}
