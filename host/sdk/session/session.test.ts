import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  beginActing,
  clientStore,
  endActing,
  endedUserAtom,
  isSessionHeld,
  otherUserAtom,
  parseSession,
  resumeSession,
  sessionAtom,
  suspendSession,
  tokenOf,
  type User,
  userAtom,
} from './session.ts';
import { holds } from './use-user.tsx';

const user: User = {
  id: 'a',
  account: 'admin',
  name: '',
  role: 'r',
  role_name: '',
  is_super: false,
  permissions: ['qr.code:read'],
  must_change_password: false,
};

test('a stored session survives a reload; anything else asks to sign in again', () => {
  expect(parseSession(JSON.stringify({ token: 't', user }))).toEqual({ token: 't', user });
  for (const text of ['', 'null', '{}', '{"token":""}', JSON.stringify({ token: 't', user: { id: 1 } })])
    expect(parseSession(text)).toBeUndefined();
});

test('buttons show for those who hold the node, and for the super administrator', () => {
  expect(holds(user, 'qr.code:read')).toBe(true);
  expect(holds(user, 'qr.code:delete')).toBe(false);
  expect(holds({ ...user, is_super: true }, 'qr.code:delete')).toBe(true);
  expect(holds(undefined, 'qr.code:read')).toBe(false);
  expect(holds(undefined, undefined)).toBe(true);
});

describe('a session that the server has ended', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  const other: User = { ...user, id: 'b', account: 'other' };
  beforeEach(() => {
    kept.clear();
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
    clientStore.set(sessionAtom, { token: 't1', user });
  });
  afterEach(() => {
    clientStore.set(sessionAtom, undefined);
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('is worth nothing any more, but whose it was stays until they are back', async () => {
    suspendSession();
    expect([clientStore.get(sessionAtom), kept.get('waypost.session')]).toEqual([undefined, undefined]);
    expect([clientStore.get(userAtom), clientStore.get(endedUserAtom), isSessionHeld()]).toEqual([
      user,
      user,
      true,
    ]);
    const waiting = Promise.all([tokenOf('a'), tokenOf('b')]);
    resumeSession({ token: 't2', user });
    expect(await waiting).toEqual(['t2', undefined]);
    expect([clientStore.get(endedUserAtom), isSessionHeld()]).toEqual([undefined, false]);
  });

  test('is kept for the next load where somebody acts as another: what is still shown asks nothing in the other’s name', () => {
    Object.defineProperty(globalThis, 'location', { value: { hash: '#/user_list' }, configurable: true });
    beginActing({ token: 't2', user: other });
    Reflect.deleteProperty(globalThis, 'location');
    const acting = { token: 't2', user: other, own: { token: 't1', user, at: '#/user_list' } };
    expect(clientStore.get(sessionAtom)).toEqual({ token: 't1', user });
    expect(parseSession(kept.get('waypost.session') ?? '')).toEqual(acting);
    clientStore.set(sessionAtom, acting);
    expect(endActing()).toBe('#/user_list');
    expect(clientStore.get(sessionAtom)).toEqual(acting);
    expect(parseSession(kept.get('waypost.session') ?? '')).toEqual({ token: 't1', user });
  });

  test('lets those who wait go when the person leaves', async () => {
    suspendSession();
    const waiting = tokenOf('a');
    clientStore.set(sessionAtom, undefined);
    expect([await waiting, clientStore.get(userAtom)]).toEqual([undefined, undefined]);
  });

  test('is not gone on with by somebody else', () => {
    suspendSession();
    resumeSession({ token: 't9', user: other });
    expect([clientStore.get(otherUserAtom), clientStore.get(userAtom), isSessionHeld()]).toEqual([
      other,
      user,
      true,
    ]);
    resumeSession({ token: 't2', user });
    expect([clientStore.get(otherUserAtom), isSessionHeld()]).toEqual([undefined, false]);
  });

  test('ends no newer one that another tab has opened meanwhile', () => {
    kept.set('waypost.session', JSON.stringify({ token: 't2', user }));
    suspendSession();
    expect(clientStore.get(sessionAtom)?.token).toBe('t2');
    expect(kept.get('waypost.session')).toContain('t2');
    kept.set('waypost.session', JSON.stringify({ token: 't3', user: other }));
    suspendSession();
    expect([clientStore.get(otherUserAtom)?.id, clientStore.get(userAtom)?.id]).toEqual(['b', 'a']);
    expect(kept.get('waypost.session')).toContain('t3');
  });
});
