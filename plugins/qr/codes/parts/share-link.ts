/** Letters and digits that are not mistaken for each other when somebody reads a password out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const ALPHABET = LETTERS + DIGITS;
/** 14 of 56 signs: 81 bits. */
const PASSWORD_LENGTH = 14;

/**
 * A share password as the form asks for one: letters and digits only, at least one of each.
 * @param random so many random bytes
 */
export function makeSharePassword(random: (count: number) => Uint8Array): string {
  const fair = 256 - (256 % ALPHABET.length);
  for (;;) {
    const signs = [...random(PASSWORD_LENGTH * 2)]
      // Bytes from here on would make the first signs come up more often.
      .filter((byte) => byte < fair)
      .map((byte) => ALPHABET[byte % ALPHABET.length]);
    const password = signs.slice(0, PASSWORD_LENGTH).join('');
    if (password.length === PASSWORD_LENGTH && /[0-9]/.test(password) && /[A-Za-z]/.test(password))
      return password;
  }
}

/**
 * The address of a shared page. With the password it opens at once; without one it asks for it.
 * @param origin of the back-office, such as `https://w.example`
 */
export function shareLink(origin: string, given: { file_name: string; password?: string }): string {
  const query = new URLSearchParams({
    name: given.file_name,
    ...(given.password === undefined ? {} : { password: given.password }),
  });
  return `${origin}/#/share_access?${query}`;
}
