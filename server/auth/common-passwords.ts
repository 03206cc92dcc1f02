/**
 * Passwords of twelve characters or more that lists of leaked ones hold, and words that this trade makes people choose,
 * in lower case and without signs; digits at the end do not save them.
 */
export const commonPasswords: readonly string[] = [
  '123456789012', '1234567890123', '12345678901234', '123456789101112', '1234567890qwerty', '0123456789012', '112233445566',
  '1q2w3e4r5t6y', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv', '987654321098', 'qwertyuiop', 'qwertyuiop123', 'qwertyuiopasdfgh',
  'qwertyuiopasdfghjkl', 'asdfghjklzxcvbnm', 'zxcvbnmasdfghjkl', 'qwerty123456', 'abcdefghijkl', 'abcdefghijklmnop',
  'abc123456789', 'abcd12345678', 'password', 'passwordpassword', 'mypassword', 'password1234', 'passw0rdpassw0rd',
  'administrator', 'administrador', 'administradora', 'adminadminadmin', 'contraseña', 'contrasena', 'micontraseña',
  'micontrasena', 'contraseñasegura', 'contrasenasegura', 'contraseñacontraseña', 'cambiame', 'cambiamecambiame',
  'cambiaresto', 'temporal', 'temporaltemporal', 'bienvenido', 'bienvenida', 'bienvenidos', 'bienvenidoahilo', 'hilohilohilo',
  'fibraoptica', 'lafibraoptica', 'fibraopticafibra', 'operador', 'operadoroperador', 'tecnico', 'tecnicotecnico',
  'intervencion', 'intervenciones', 'iloveyou', 'iloveyouforever', 'tequiero', 'tequieromucho', 'teamomucho', 'letmeinletmein',
  'welcome', 'welcomewelcome', 'realmadrid', 'halamadrid', 'barcelona', 'fcbarcelona', 'atleticodemadrid', 'atleticomadrid',
  'españaespaña', 'vivaespaña', 'superman', 'spiderman', 'pokemonpokemon', 'football', 'sunshine', 'princess', 'trustno1',
]
