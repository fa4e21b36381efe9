import type { PluginPasswords, RequestContext } from '@waypost/sdk';
import type { Turn } from './gate.ts';
import type { Passwords } from './password.ts';

const MOST_LETTERS = 1_024;

/** The passwords of one plugin: strangers' take turns apart from those of people who are signed in. */
export function createPluginPasswords(passwords: Passwords, plugin: string): PluginPasswords {
  const turnOf = (request: RequestContext): Turn => ({
    kind: `${plugin} ${request.caller === undefined ? 'public' : 'signed in'}`,
    address: request.address,
    signal: request.signal,
  });
  return {
    hash: async (password, request) => {
      if (password === '' || password.length > MOST_LETTERS)
        throw new TypeError(`a password has 1 to ${MOST_LETTERS} characters`);
      return passwords.hash(password, turnOf(request));
    },
    verify: async (password, hash, request) => {
      if (hash !== undefined) return (await passwords.verify(password, hash, turnOf(request))).isRight;
      await passwords.pretend(password, turnOf(request));
      return false;
    },
  };
}
