import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zManifest } from '@waypost/contract';
import { sha256 } from '../../package/index.ts';
import { archiveOf, goodFiles, MANIFEST } from '../../package/testing/archive-parts.ts';
import { type ReleaseDocument, releaseId } from '../store/releases.ts';
import { createReleaseFiles } from './release-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-releases-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const archive = await archiveOf(goodFiles());
const files = createReleaseFiles({ archive: async () => archive, dataDirectory: directory });
const release = `1.0.0-${sha256(archive).slice(0, 8)}`;
const documentOf = (plugin: string): ReleaseDocument => ({
  _id: releaseId(plugin, release),
  plugin,
  release,
  version: '1.0.0',
  sha256: sha256(archive),
  size: archive.byteLength,
  source: 'archive',
  key: null,
  manifest: zManifest.parse(MANIFEST),
  names: {},
  create_time: new Date(0),
});
const isThere = (plugin: string) => existsSync(join(files.directoryOf(plugin, release), 'server.js'));
const everything = { plugin: () => true, release: () => true };

test('what is just being unpacked is not swept away', async () => {
  for (let round = 0; round < 100; round += 1) {
    const plugin = `fresh${round}`;
    let isOver = false;
    const sweeping = (async () => {
      while (!isOver) await files.sweep(everything);
    })();
    await files.unpack(documentOf(plugin)).finally(() => {
      isOver = true;
    });
    await sweeping;
    expect(isThere(plugin)).toBe(true);
    // Few directories: a sweep then passes by each more often than it takes to unpack one.
    rmSync(join(directory, 'plugins', plugin), { recursive: true });
  }
});

test('a release that is gone leaves no files, a plugin that is gone no directory', async () => {
  for (const plugin of ['kept', 'upgraded', 'removed']) await files.unpack(documentOf(plugin));
  await files.sweep({ plugin: (id) => id !== 'removed', release: (id) => id === 'kept' });
  expect(['kept', 'upgraded'].map(isThere)).toEqual([true, false]);
  expect(existsSync(join(directory, 'plugins', 'removed'))).toBe(false);
});
