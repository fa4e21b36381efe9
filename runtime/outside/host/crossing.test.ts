import { expect, test } from 'bun:test';
import type { RequestContext } from '@waypost/sdk';
import { argumentsForOutside, argumentsFromOutside } from './crossing.ts';
import { createLiveRequests } from './live-requests.ts';

const request = {
  caller: {
    id: 'a',
    account: 'anna',
    role: 'r',
    isSuper: false,
    permissions: new Set(['x:read']),
    via: 'session',
    credential: 's',
  },
  locale: 'en-US',
  language: 'en-US',
  address: '127.0.0.1',
  userAgent: '',
  requestId: 'one',
  log: { debug() {}, info() {}, warn() {}, error() {} },
  signal: new AbortController().signal,
  translate: (key: string) => key,
} satisfies RequestContext;

test('a plugin outside hands on the request that it handles, and cannot make up a caller', () => {
  const live = createLiveRequests();
  const { facts, close } = live.open(request);
  expect(argumentsFromOutside([{ text: 'x' }, { $request: facts.handle }], live)).toEqual([
    { text: 'x' },
    request,
  ]);
  for (const forged of [
    { caller: { id: 'root', isSuper: true } },
    { isSuper: true },
    { deep: [{ request: { caller: null } }] },
    { credential: 'session' },
  ])
    expect(() => argumentsFromOutside([forged], live)).toThrow('for the host to say');
  expect(() => argumentsFromOutside([{ $request: facts.handle + 1 }], live)).toThrow('being handled');
  close();
  expect(() => argumentsFromOutside([{ $request: facts.handle }], live)).toThrow('being handled');
});

test('a request for a service outside is open as long as the service works', () => {
  const live = createLiveRequests();
  const { given, close } = argumentsForOutside([{ limit: 3 }, request], live);
  const [, named] = given as [unknown, { $request: { handle: number; caller: { permissions: string[] } } }];
  expect(named.$request.caller.permissions).toEqual(['x:read']);
  expect(live.find(named.$request.handle)).toBe(request);
  close();
  expect(live.find(named.$request.handle)).toBeUndefined();
});
