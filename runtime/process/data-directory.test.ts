import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDirectory, prepareTimeZone } from './data-directory.ts';
import { parseEnvironment } from './environment.ts';

const parent = mkdtempSync(join(tmpdir(), 'waypost-data-'));
const directory = join(parent, 'data');
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('processes that start at the same moment agree on one secret', async () => {
  const environment = parseEnvironment({ DATA_DIR: directory });
  const made = await Promise.all(Array.from({ length: 8 }, () => prepareDataDirectory(environment)));
  expect(new Set(made.map((one) => Buffer.from(one.secretKey).toString('hex'))).size).toBe(1);
  expect(readdirSync(directory).sort()).toEqual([
    'instance.id',
    'internal.token',
    'metrics.token',
    'secret.key',
    'time-zone',
    'time-zone.lock',
    'time-zone.open',
  ]);
  for (const file of ['internal.token', 'metrics.token', 'secret.key'])
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
});

test('keys of different purposes differ and stay the same over restarts', async () => {
  const environment = parseEnvironment({ DATA_DIR: directory });
  const first = await prepareDataDirectory(environment);
  const second = await prepareDataDirectory(environment);
  expect(first.deriveKey('a')).toEqual(second.deriveKey('a'));
  expect(first.deriveKey('a')).not.toEqual(first.deriveKey('b'));
  expect(first.deriveKey('a')).toHaveLength(32);
});

test('a process that needs no key makes none: the token in the file would fit no runtime that is given its key', async () => {
  await prepareTimeZone(parseEnvironment({ DATA_DIR: directory }));
  expect(readdirSync(directory).sort()).toEqual(['time-zone', 'time-zone.lock', 'time-zone.open']);
});

test('the metrics token that a scraper was given stays in force when SECRET_KEY comes later', async () => {
  const first = await prepareDataDirectory(parseEnvironment({ DATA_DIR: directory }));
  const SECRET_KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  const second = await prepareDataDirectory(parseEnvironment({ DATA_DIR: directory, SECRET_KEY }));
  expect(second.metricsToken).toBe(first.metricsToken);
});

test('a token for a proxy that is given is in force, and no file says another one', async () => {
  const INTERNAL_TOKEN = 'k7Qx2mZ0t5Wv8yB1c4Fg6Hj9L3nP_r-S';
  const given = await prepareDataDirectory(parseEnvironment({ DATA_DIR: directory, INTERNAL_TOKEN }));
  expect(given.internalToken).toBe(INTERNAL_TOKEN);
  expect(readdirSync(directory)).not.toContain('internal.token');
});
