import { expect, test } from 'bun:test';
import { createPluginSecrets } from './plugin-secrets.ts';

const KEY = new Uint8Array(32).fill(1);
const PLACE = 'provider/1/secret';

test('what was kept is opened in its place, and whoever has the store alone reads nothing', async () => {
  const secrets = createPluginSecrets(KEY, 'qr');
  const sealed = await secrets.seal(PLACE, 'key of a service');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('key of');
  expect(await secrets.open(PLACE, sealed)).toBe('key of a service');
});

test('moved to another row, handed to another plugin, changed or under another key it opens no more', async () => {
  const secrets = createPluginSecrets(KEY, 'qr');
  const sealed = await secrets.seal(PLACE, 'key of a service');
  expect(await secrets.open('provider/2/secret', sealed)).toBeNull();
  expect(await createPluginSecrets(KEY, 'wallet').open(PLACE, sealed)).toBeNull();
  expect(await createPluginSecrets(new Uint8Array(32).fill(2), 'qr').open(PLACE, sealed)).toBeNull();
  // The first letter: bits of the last one may belong to no byte, and a change of those changes nothing.
  expect(await secrets.open(PLACE, `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`)).toBeNull();
  expect(await secrets.open(PLACE, '')).toBeNull();
});
