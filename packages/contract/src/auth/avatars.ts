/** The eight drawn avatars; anything else is shown as a tile generated from the name. Free of schemas: the first load of the web reads it. */
export const avatars = ['sol', 'onda', 'folha', 'lua', 'pipa', 'vela', 'flor', 'morro'] as const
