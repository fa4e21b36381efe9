import { expect, test } from 'bun:test';
import type { Manifest } from '@waypost/contract';
import type { ReleaseDocument } from '../store/releases.ts';
import type { PluginStateDocument } from '../store/states.ts';
import { resolveCandidates } from './installed.ts';

const manifest = (id: string, extra: Partial<Manifest> = {}): Manifest => ({
  id,
  version: '1.0.0',
  engine: '^0.1.0',
  title: 't',
  areas: [id],
  server: 'server.js',
  ...extra,
});
const document = (
  id: string,
  release: string,
  extra: Partial<Manifest> = {},
  key: string | null = null,
): ReleaseDocument => ({
  _id: `${id}@${release}`,
  plugin: id,
  release,
  version: '1.0.0',
  sha256: '',
  size: 0,
  source: 'archive',
  key,
  manifest: manifest(id, extra),
  names: {},
  create_time: new Date(0),
});
const state = (
  id: string,
  release: string,
  extra: Partial<PluginStateDocument> = {},
): PluginStateDocument => ({
  _id: id,
  enabled: true,
  chosen: { release, granted: [], trusted: false },
  ...extra,
});
const resolve = (states: PluginStateDocument[], releases: ReleaseDocument[]) =>
  resolveCandidates({
    registry: [],
    states: new Map(states.map((one) => [one._id, one])),
    releases: new Map(releases.map((one) => [one._id, one])),
    engineVersion: '0.1.0',
    directoryOf: (id, release) => `/data/${id}/${release}`,
    isTrustedKey: (key) => key === 'known',
  });

test('a release runs inside the server only when it is trusted and its key is', () => {
  const trusted = { chosen: { release: 'r', granted: [], trusted: true } };
  const trust = (key: string | null, extra = trusted) =>
    resolve([state('a', 'r', extra)], [document('a', 'r', {}, key)])[0]?.chosen?.trust;
  expect([trust('known'), trust('strange'), trust(null)]).toEqual(['trusted', 'outside', 'outside']);
  expect(trust('known', { chosen: { release: 'r', granted: [], trusted: false } })).toBe('outside');
});

test('what nobody granted is missing; what served before needs its own grants to go on', () => {
  const asking = { capabilities: ['jobs' as const] };
  const [one] = resolve(
    [state('a', 'new', { previous: { release: 'old', granted: ['jobs'], trusted: false } })],
    [document('a', 'new', asking), document('a', 'old', asking)],
  );
  expect([one?.missing, one?.previous?.release]).toEqual([['jobs'], 'old']);
  const [other] = resolve(
    [state('a', 'new', { previous: { release: 'old', granted: [], trusted: false } })],
    [document('a', 'new'), document('a', 'old', asking)],
  );
  expect(other?.previous).toBeUndefined();
});

test('a public page belongs to one plugin: a second could ask visitors for the passwords of the first', () => {
  const [a, b] = resolve(
    [state('a', 'r', { enabled: false }), state('b', 'r')],
    [
      document('a', 'r', { public_screens: ['share_access'] }),
      document('b', 'r', { public_screens: ['other', 'share_access'] }),
    ],
  );
  expect(a?.chosen?.problem).toBeUndefined();
  expect(b?.chosen?.problem).toContain('the public screen share_access belongs to a already');
});

test('an area belongs to one plugin, an old engine and a missing release are no way in', () => {
  const [a, b, c, d] = resolve(
    [state('a', 'r'), state('b', 'r'), state('c', 'r'), state('d', 'gone')],
    [document('a', 'r'), document('b', 'r', { areas: ['b', 'a'] }), document('c', 'r', { engine: '^2.0.0' })],
  );
  expect(a?.chosen?.problem).toBeUndefined();
  expect(b?.chosen?.problem).toContain('the area a belongs to a already');
  expect(c?.chosen?.problem).toContain('expected ^2.0.0');
  expect(d?.chosen).toBeUndefined();
});

test('while its data are worked on nothing of a plugin runs', () => {
  expect(resolve([state('a', 'r', { is_held: true })], [document('a', 'r')])[0]?.isEnabled).toBe(false);
});

test('a release under an id of the platform does not serve, however it came into the store', () => {
  for (const id of ['agenda', 'plugin', 'kernel-x', 'visit', 'system', 'system-tools', 'platform'])
    expect(resolve([state(id, 'r')], [document(id, 'r')])[0]?.chosen?.problem, id).toContain('the platform');
  for (const id of ['agendas', 'plugins', 'shelf', 'visitors', 'my-system'])
    expect(resolve([state(id, 'r')], [document(id, 'r')])[0]?.chosen?.problem, id).toBeUndefined();
});
